// SPDX-License-Identifier: Apache-2.0
//
// On x86-64 stores that the C library has in several widths, of which it takes the widest that the processor
// has; code that is compiled for every x86-64 cannot. And what Swift has for single numbers only.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "a wide character is as large as a pixel");

typedef float cpixels_quad __attribute__((ext_vector_type(4)));

/// The square roots of four numbers, none of them negative, in one instruction. Swift's are four, each with a
/// branch to the C library's for the sake of `errno`.
static inline cpixels_quad cpixels_square_roots(cpixels_quad numbers) {
    return __builtin_elementwise_sqrt(numbers);
}

#ifdef __x86_64__

/// Asks the caches for the line of 64 bytes at `place`, which is about to be written. Only a hint: it may
/// lie anywhere, and does nothing where memory is not cached.
static inline void cpixels_prefetch(const void *place) {
    __builtin_prefetch(place, 1, 3);
}

/// Writes `pixel` into `count` pixels of 32 bits from `start` on.
static inline void cpixels_fill(void *start, uint32_t pixel, size_t count) {
    wmemset((wchar_t *)start, (wchar_t)pixel, count);
}

/// Writes `pixel` into `count` pixels of 32 bits from `start` on, past the caches where the processor can:
/// lines that are written whole are not read first. `cpixels_settle` has to follow before any other thread
/// looks.
static inline void cpixels_stream(uint32_t *start, uint32_t pixel, size_t count) {
    typedef uint32_t quad __attribute__((vector_size(16)));
    const quad pixels = {pixel, pixel, pixel, pixel};
    for (; count > 0 && (uintptr_t)start % sizeof(quad) != 0; count--) *start++ = pixel;
    for (; count >= 4; count -= 4, start += 4) __builtin_nontemporal_store(pixels, (quad *)start);
    for (; count > 0; count--) *start++ = pixel;
}

static inline void cpixels_cpuid(
    uint32_t leaf, uint32_t part, uint32_t *a, uint32_t *b, uint32_t *c) {
    uint32_t d;
    __asm__("cpuid" : "=a"(*a), "=b"(*b), "=c"(*c), "=d"(d) : "0"(leaf), "2"(part));
}

/// Size in bytes of the last level of this processor's caches; 0 where it does not say.
///
/// Asked of the processor itself: files and `sysconf` add up those of others. Intel describes its caches in
/// leaf 4, AMD in leaf 0x8000001D, both one a part and alike.
static inline uint64_t cpixels_last_level_cache(void) {
    uint32_t highest, a, b, c;
    cpixels_cpuid(0x80000000u, 0, &highest, &b, &c);
    uint32_t leaf = 4;
    if (highest >= 0x8000001Du) {
        cpixels_cpuid(0x8000001Du, 0, &a, &b, &c);
        if (a & 31u) leaf = 0x8000001Du;
    }
    if (leaf == 4) {
        cpixels_cpuid(0, 0, &highest, &b, &c);
        if (highest < 4) return 0;
    }
    uint64_t last = 0;
    for (uint32_t part = 0; part < 8; part++) {
        cpixels_cpuid(leaf, part, &a, &b, &c);
        if (!(a & 31u)) break;
        last = ((uint64_t)(b >> 22) + 1) * ((b >> 12 & 0x3FFu) + 1) * ((b & 0xFFFu) + 1)
               * ((uint64_t)c + 1);
    }
    return last;
}

/// Waits until everything that was streamed can be seen by others.
static inline void cpixels_settle(void) {
    __builtin_ia32_sfence();
}

#endif
