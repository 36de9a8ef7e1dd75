// SPDX-License-Identifier: Apache-2.0
//
// Paints a known pattern on a card and holds it until its standard input ends: what the tests'
// own eyes are checked with. The blue channel is 0x40, red is x mod 256, green is y mod 256.
//
// paint CARD      prints "WIDTH HEIGHT" once the pattern is lit

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static void die(const char *what) {
    fprintf(stderr, "paint: %s: %s\n", what, strerror(errno));
    exit(1);
}

static drmModeConnector *connected(int card, drmModeRes *resources) {
    for (int i = 0; i < resources->count_connectors; i++) {
        drmModeConnector *connector = drmModeGetConnector(card, resources->connectors[i]);
        if (connector != NULL && connector->connection == DRM_MODE_CONNECTED
            && connector->count_modes > 0)
            return connector;
        drmModeFreeConnector(connector);
    }
    return NULL;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: paint CARD\n");
        return 64;
    }
    int card = open(arguments[1], O_RDWR | O_CLOEXEC);
    if (card < 0) die(arguments[1]);
    drmModeRes *resources = drmModeGetResources(card);
    if (resources == NULL) die("resources");
    drmModeConnector *connector = connected(card, resources);
    if (connector == NULL) die("no connector");
    drmModeModeInfo *mode = &connector->modes[0];

    struct drm_mode_create_dumb dumb = {
        .width = mode->hdisplay, .height = mode->vdisplay, .bpp = 32};
    if (drmIoctl(card, DRM_IOCTL_MODE_CREATE_DUMB, &dumb)) die("create");
    struct drm_mode_map_dumb map = {.handle = dumb.handle};
    if (drmIoctl(card, DRM_IOCTL_MODE_MAP_DUMB, &map)) die("map");
    uint8_t *bytes =
        mmap(NULL, dumb.size, PROT_READ | PROT_WRITE, MAP_SHARED, card, (off_t)map.offset);
    if (bytes == MAP_FAILED) die("mmap");
    for (uint32_t y = 0; y < dumb.height; y++)
        for (uint32_t x = 0; x < dumb.width; x++) {
            uint8_t pixel[4] = {0x40, (uint8_t)y, (uint8_t)x, 0};
            memcpy(bytes + (size_t)y * dumb.pitch + x * 4, pixel, 4);
        }

    uint32_t framebuffer;
    if (drmModeAddFB(card, dumb.width, dumb.height, 24, 32, dumb.pitch, dumb.handle, &framebuffer))
        die("framebuffer");
    if (drmModeSetCrtc(
            card, resources->crtcs[0], framebuffer, 0, 0, &connector->connector_id, 1, mode))
        die("modeset");
    printf("%u %u\n", dumb.width, dumb.height);
    fflush(stdout);
    char byte;
    while (read(0, &byte, 1) > 0) {
    }
    return 0;
}
