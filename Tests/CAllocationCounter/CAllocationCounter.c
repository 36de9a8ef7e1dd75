// SPDX-License-Identifier: Apache-2.0
// The heap's entry points of this process, counted for each thread and passed on to the C library.
//
// A definition in the program takes the place of the C library's for every library in the process
// (glibc manual, "Replacing malloc"). The sanitizers replace the same functions, so there this file
// defines none.
#include "CAllocationCounter.h"
#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)                            \
    || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

static __thread uint64_t count __attribute__((tls_model("initial-exec")));
static __thread bool is_trapping __attribute__((tls_model("initial-exec")));

uint64_t callocation_counter_count(void) {
    return count;
}

void callocation_counter_trap(bool traps) {
    is_trapping = traps;
}

#ifdef HAS_SANITIZER

bool callocation_counter_works(void) {
    return false;
}

#else

bool callocation_counter_works(void) {
    return true;
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static void note(void) {
    count++;
    if (is_trapping) __builtin_trap();
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    note();
    return __libc_realloc(block, size);
}

void free(void *block) {
    __libc_free(block);
}

void *memalign(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
    void *result = memalign(alignment, size);
    if (!result) return ENOMEM;
    *block = result;
    return 0;
}

#endif
