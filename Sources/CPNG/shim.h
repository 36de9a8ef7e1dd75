// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <png.h>

// libpng builds these from other macros, which Swift does not import.
enum : png_uint_32 {
    swell_png_format_rgb = PNG_FORMAT_RGB,
    swell_png_format_rgba = PNG_FORMAT_RGBA,
    swell_png_version = PNG_IMAGE_VERSION,
};
