// SPDX-License-Identifier: Apache-2.0
//
// Stores that the C library has in several widths, of which it takes the widest that the processor has.
// Code that is compiled for every x86-64 cannot.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "a wide character is as large as a pixel");

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
/// lines that are written whole are not read first. `cpixels_settle` has to follow before anybody else
/// looks.
static inline void cpixels_stream(uint32_t *start, uint32_t pixel, size_t count) {
    typedef uint32_t quad __attribute__((vector_size(16)));
    const quad pixels = {pixel, pixel, pixel, pixel};
    for (; count > 0 && (uintptr_t)start % sizeof(quad) != 0; count--) *start++ = pixel;
    for (; count >= 4; count -= 4, start += 4) __builtin_nontemporal_store(pixels, (quad *)start);
    for (; count > 0; count--) *start++ = pixel;
}

/// Waits until everything that was streamed can be seen by others.
static inline void cpixels_settle(void) {
    __builtin_ia32_sfence();
}
