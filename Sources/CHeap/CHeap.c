// SPDX-License-Identifier: Apache-2.0
// `free` and `realloc` of this program, which overwrite what they give back once they are told to.
//
// The C library can do it by itself (M_PERTURB), but holds the heap's lock meanwhile, so that a thread which
// lets go of large blocks stops all others; and its shortcut for small blocks passes it by. A definition in
// the program takes the place of the C library's for every library in the process (glibc manual, "Replacing
// malloc"). The sanitizers replace the same functions, so there this file defines none.
#include "CHeap.h"
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)                            \
    || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

static atomic_bool is_forgetting;

void cheap_forget_what_is_freed(void) {
    atomic_store_explicit(&is_forgetting, true, memory_order_relaxed);
}

#ifndef HAS_SANITIZER

extern void *__libc_malloc(size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

/// Tells if a block is to be overwritten. Larger ones hold pixels: a field has 4096 bytes, a client's line 64 KiB.
static bool may_hold_text(void *block) {
    return block && atomic_load_explicit(&is_forgetting, memory_order_relaxed)
           && malloc_usable_size(block) < 256 * 1024;
}

static void forget(void *block, size_t from) {
    size_t size = malloc_usable_size(block);
    if (from < size) explicit_bzero((char *)block + from, size - from);
}

void free(void *block) {
    if (may_hold_text(block)) forget(block, 0);
    __libc_free(block);
}

void *realloc(void *block, size_t size) {
    if (!may_hold_text(block)) return __libc_realloc(block, size);
    if (!size) {
        free(block);
        return NULL;
    }
    if (size <= malloc_usable_size(block)) {
        // What is cut off becomes a block of its own.
        forget(block, size);
        return __libc_realloc(block, size);
    }
    void *moved = __libc_malloc(size);
    if (!moved) return NULL;
    memcpy(moved, block, malloc_usable_size(block));
    free(block);
    return moved;
}

#endif
