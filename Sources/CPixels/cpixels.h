// SPDX-License-Identifier: Apache-2.0
//
// Stores that the C library has in several widths, of which it takes the widest that the processor has.
// Code that is compiled for every x86-64 cannot.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "a wide character is as large as a pixel");

/// Writes `pixel` into `count` pixels of 32 bits from `start` on.
static inline void cpixels_fill(void *start, uint32_t pixel, size_t count) {
    wmemset((wchar_t *)start, (wchar_t)pixel, count);
}
