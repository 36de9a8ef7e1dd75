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
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <xkbcommon/xkbcommon.h>

static atomic_int is_armed;

void fribidi_get_bidi_types(const uint32_t *text, int count, uint32_t *types) {
    for (int index = 0; index < count; index++) {
        if (text[index] == 0x2620) abort();
        if (text[index] == 0x2623) is_armed = 1;
    }
    void (*next)(const uint32_t *, int, uint32_t *) = dlsym(RTLD_NEXT, "fribidi_get_bidi_types");
    next(text, count, types);
}

struct xkb_keymap *xkb_keymap_new_from_names(struct xkb_context *context,
    const struct xkb_rule_names *names, enum xkb_keymap_compile_flags flags) {
    if (names && names->layout && !strcmp(names->layout, "deadly")) abort();
    struct xkb_keymap *(*next)(struct xkb_context *, const struct xkb_rule_names *,
        enum xkb_keymap_compile_flags) = dlsym(RTLD_NEXT, "xkb_keymap_new_from_names");
    return next(context, names, flags);
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
