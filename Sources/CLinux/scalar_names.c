// SPDX-License-Identifier: Apache-2.0
//
// In place of the function by which Swift's library reads the names of Unicode's scalars, which nothing here asks for:
// without it the linker leaves out half a megabyte of names. Where the library's own is not weak (scripts/unretain.py),
// as in one that is shared, that is used.
#ifndef DEBUG
#include <stdint.h>

__attribute__((weak)) intptr_t _swift_stdlib_getScalarName(
    uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
    (void)scalar, (void)buffer, (void)capacity;
    return 0;
}
#endif
