// SPDX-License-Identifier: Apache-2.0
//
// A library to be preloaded: C libraries that end the process on what a test gives them.
//
//   a keyboard layout "deadly"   while the configuration is read
//   a text with U+2620           when it is laid out
//   a text with U+2623           when the first frame after it is handed to the display, or told of
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static atomic_int is_armed;

void fribidi_get_bidi_types(const uint32_t *text, int count, uint32_t *types) {
    for (int index = 0; index < count; index++) {
        if (text[index] == 0x2620) abort();
        if (text[index] == 0x2623) is_armed = 1;
    }
    void (*next)(const uint32_t *, int, uint32_t *) = dlsym(RTLD_NEXT, "fribidi_get_bidi_types");
    next(text, count, types);
}

static void die_of(const char *path) {
    if (strstr(path, "/symbols/deadly")) abort();
}

FILE *fopen(const char *path, const char *mode) {
    die_of(path);
    FILE *(*next)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
    return next(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
    die_of(path);
    FILE *(*next)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen64");
    return next(path, mode);
}

int drmIoctl(int card, unsigned long request, void *argument) {
    // DRM_IOCTL_MODE_ATOMIC, whose argument begins with its flags, of which 0x100 is a test.
    if (is_armed && request == 0xC03864BC && !(*(const uint32_t *)argument & 0x100)) abort();
    int (*next)(int, unsigned long, void *) = dlsym(RTLD_NEXT, "drmIoctl");
    return next(card, request, argument);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    const struct iovec *part = message->msg_iov;
    if (is_armed && part->iov_len >= 7 && !memcmp(part->iov_base, "READY=1", 7)) abort();
    ssize_t (*next)(int, const struct msghdr *, int) = dlsym(RTLD_NEXT, "sendmsg");
    return next(socket, message, flags);
}
