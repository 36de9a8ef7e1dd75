// SPDX-License-Identifier: Apache-2.0
// JPEG images by libjpeg-turbo's TurboJPEG API: a few functions with plain arguments, of which neither headers nor
// error handlers that jump are wanted. The library is open only while an image is decoded: a daemon that shows none does
// without it.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Room for a sentence about a failure, with its NUL.
#define CTURBOJPEG_WORDS 256

/// The outcome of decoding.
enum cturbojpeg_status {
    CTURBOJPEG_DONE,
    /// libturbojpeg.so.0 cannot be opened.
    CTURBOJPEG_MISSING,
    /// The bytes are no whole image, or none of this size.
    CTURBOJPEG_DAMAGED,
};

/// Decodes an image of a known size to red, green, blue and 255, row by row without gaps. What warns is damaged;
/// `words` say why.
enum cturbojpeg_status cturbojpeg_decode(
    const uint8_t *bytes, size_t count, uint8_t *rgba, int width, int height, char *words);
