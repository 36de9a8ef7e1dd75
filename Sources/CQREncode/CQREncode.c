// SPDX-License-Identifier: Apache-2.0
#include "CQREncode.h"
#include <dlfcn.h>
#include <stddef.h>

// qrencode.h of version 4, whose interface libqrencode.so.4 keeps.
enum { MODE_8 = 2 };

struct code {
    int version;
    int width;
    // A byte a module, of which the lowest bit is set where it is dark.
    unsigned char *data;
};

// Every function of the library that is used.
struct library {
    struct code *(*QRcode_encodeString)(const char *, int, int, int, int);
    void (*QRcode_free)(struct code *);
};

static int find(void *opened, struct library *library) {
#define FIND(name)                                                                                 \
    if (!(library->name = (__typeof__(library->name))dlsym(opened, #name))) return 0;
    FIND(QRcode_encodeString)
    FIND(QRcode_free)
    return 1;
}

static enum cqrencode_status encode(
    const struct library *library, const char *text, int level, uint8_t *modules, int *side) {
    struct code *code = library->QRcode_encodeString(text, 0, level, MODE_8, 1);
    if (!code) return CQRENCODE_REFUSED;
    int is_whole = code->width > 0 && code->width <= CQRENCODE_SIDE;
    if (is_whole) {
        size_t count = (size_t)code->width * (size_t)code->width;
        for (size_t index = 0; index < count; index++)
            modules[index] = code->data[index] & 1 ? 255 : 0;
        *side = code->width;
    }
    library->QRcode_free(code);
    return is_whole ? CQRENCODE_DONE : CQRENCODE_REFUSED;
}

enum cqrencode_status cqrencode_encode(const char *text, int level, uint8_t *modules, int *side) {
    void *opened = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!opened) return CQRENCODE_MISSING;
    struct library library;
    enum cqrencode_status status = CQRENCODE_MISSING;
    if (find(opened, &library)) status = encode(&library, text, level, modules, side);
    dlclose(opened);
    return status;
}
