// SPDX-License-Identifier: Apache-2.0
// QR codes by libqrencode: two functions with plain arguments, of which no headers are wanted. The library is open only
// while a code is made: a daemon that shows none does without it.
#pragma once
#include <stdint.h>

/// The most modules of a side.
#define CQRENCODE_SIDE 177

/// The outcome of encoding.
enum cqrencode_status {
    CQRENCODE_DONE,
    /// libqrencode.so.4 cannot be opened.
    CQRENCODE_MISSING,
    /// The text is too long for a code of this level, or there is no memory.
    CQRENCODE_REFUSED,
};

/// Encodes a text that ends with NUL.
///
/// `level` 0 … 3 is how much of a code may be covered: about 7, 15, 25 or 30 %. `modules`, with room for
/// the most modules of both sides, get 255 for dark and 0 for light, row by row without gaps, `side` how
/// many there are a row.
enum cqrencode_status cqrencode_encode(const char *text, int level, uint8_t *modules, int *side);
