// SPDX-License-Identifier: Apache-2.0
#include "CTurboJPEG.h"
#include <dlfcn.h>
#include <stdio.h>

// turbojpeg.h of version 1.4 and later, whose interface libturbojpeg.so.0 keeps.
enum { COLOURS_CMYK = 3, COLOURS_YCCK = 4 };
enum { PIXELS_RGBA = 7, PIXELS_CMYK = 11 };
enum {
    STOP_ON_WARNING = 8192,
    // A progressive image of many scans takes hours; no program writes more than a few dozen.
    LIMIT_SCANS = 32768,
};

// Every function of the library that is used.
struct library {
    void *(*tjInitDecompress)(void);
    int (*tjDecompressHeader3)(
        void *, const unsigned char *, unsigned long, int *, int *, int *, int *);
    int (*tjDecompress2)(
        void *, const unsigned char *, unsigned long, unsigned char *, int, int, int, int, int);
    char *(*tjGetErrorStr2)(void *);
    int (*tjDestroy)(void *);
};

static int find(void *opened, struct library *library) {
#define FIND(name)                                                                                 \
    if (!(library->name = (__typeof__(library->name))dlsym(opened, #name))) return 0;
    FIND(tjInitDecompress)
    FIND(tjDecompressHeader3)
    FIND(tjDecompress2)
    FIND(tjGetErrorStr2)
    FIND(tjDestroy)
    return 1;
}

// CMYK as Adobe has it, inverted, becomes RGB: the product of a colour and of black.
static void convert(uint8_t *pixels, size_t count) {
    for (uint8_t *pixel = pixels; pixel < pixels + 4 * count; pixel += 4) {
        for (int channel = 0; channel < 3; channel++)
            pixel[channel] = (uint8_t)((pixel[channel] * pixel[3] + 127) / 255);
        pixel[3] = 255;
    }
}

static enum cturbojpeg_status decode(const struct library *library, const uint8_t *bytes,
    size_t count, uint8_t *rgba, int width, int height, char *words) {
    void *handle = library->tjInitDecompress();
    if (!handle) {
        snprintf(words, CTURBOJPEG_WORDS, "there is no memory for it");
        return CTURBOJPEG_DAMAGED;
    }
    int columns = 0, rows = 0, sampling = 0, colours = 0;
    int status =
        library->tjDecompressHeader3(handle, bytes, count, &columns, &rows, &sampling, &colours);
    int is_same = columns == width && rows == height;
    int is_cmyk = colours == COLOURS_CMYK || colours == COLOURS_YCCK;
    if (status == 0 && is_same)
        status = library->tjDecompress2(handle, bytes, count, rgba, width, 4 * width, height,
            is_cmyk ? PIXELS_CMYK : PIXELS_RGBA, STOP_ON_WARNING | LIMIT_SCANS);
    if (status != 0)
        snprintf(words, CTURBOJPEG_WORDS, "%s", library->tjGetErrorStr2(handle));
    else if (!is_same)
        snprintf(words, CTURBOJPEG_WORDS, "its header contradicts itself");
    else if (is_cmyk)
        convert(rgba, (size_t)width * (size_t)height);
    library->tjDestroy(handle);
    return status == 0 && is_same ? CTURBOJPEG_DONE : CTURBOJPEG_DAMAGED;
}

enum cturbojpeg_status cturbojpeg_decode(
    const uint8_t *bytes, size_t count, uint8_t *rgba, int width, int height, char *words) {
    words[0] = 0;
    void *opened = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!opened) return CTURBOJPEG_MISSING;
    struct library library;
    enum cturbojpeg_status status = CTURBOJPEG_MISSING;
    if (find(opened, &library)) status = decode(&library, bytes, count, rgba, width, height, words);
    dlclose(opened);
    return status;
}
