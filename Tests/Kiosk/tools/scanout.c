// SPDX-License-Identifier: Apache-2.0
//
// Reads what a card scans out, beside the DRM master and without becoming it: as root the kernel
// hands out the current framebuffer's memory.
//
// scanout CARD                 one frame: a line "WIDTH HEIGHT STRIDE FOURCC FRAMEBUFFER", then
//                              HEIGHT × STRIDE bytes
// scanout CARD watch SECONDS   a line for each change of what is lit, "MILLISECONDS FRAMEBUFFER
//                              MODE"; framebuffer 0 or mode "off" is a dark screen
// CARD is a device node. Exit status 3: nothing is lit.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static void die(const char *what) {
    fprintf(stderr, "scanout: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int open_card(const char *path) {
    int card = open(path, O_RDWR | O_CLOEXEC);
    if (card < 0) die(path);
    // Opening makes master if there is none just now.
    drmDropMaster(card);
    drmSetClientCap(card, DRM_CLIENT_CAP_UNIVERSAL_PLANES, 1);
    return card;
}

static uint64_t plane_type(int card, uint32_t plane) {
    drmModeObjectProperties *properties =
        drmModeObjectGetProperties(card, plane, DRM_MODE_OBJECT_PLANE);
    uint64_t type = DRM_PLANE_TYPE_OVERLAY;
    for (uint32_t i = 0; properties != NULL && i < properties->count_props; i++) {
        drmModePropertyRes *property = drmModeGetProperty(card, properties->props[i]);
        if (property != NULL && strcmp(property->name, "type") == 0)
            type = properties->prop_values[i];
        drmModeFreeProperty(property);
    }
    drmModeFreeObjectProperties(properties);
    return type;
}

/// The framebuffer of the first lit primary plane, and its CRTC; 0 when all is dark.
static uint32_t lit(int card, uint32_t *crtc) {
    drmModePlaneRes *planes = drmModeGetPlaneResources(card);
    uint32_t framebuffer = 0;
    if (planes == NULL) die("planes");
    for (uint32_t i = 0; i < planes->count_planes && framebuffer == 0; i++) {
        drmModePlane *plane = drmModeGetPlane(card, planes->planes[i]);
        if (plane != NULL && plane->fb_id != 0
            && plane_type(card, plane->plane_id) == DRM_PLANE_TYPE_PRIMARY) {
            framebuffer = plane->fb_id;
            *crtc = plane->crtc_id;
        }
        drmModeFreePlane(plane);
    }
    drmModeFreePlaneResources(planes);
    return framebuffer;
}

static int picture(int card) {
    uint32_t crtc;
    uint32_t id = lit(card, &crtc);
    if (id == 0) {
        fprintf(stderr, "scanout: no plane is lit\n");
        return 3;
    }
    drmModeFB2 *framebuffer = drmModeGetFB2(card, id);
    if (framebuffer == NULL) die("framebuffer");
    if (framebuffer->handles[0] == 0) {
        fprintf(stderr, "scanout: no handle; not root?\n");
        return 1;
    }
    struct drm_mode_map_dumb map = {.handle = framebuffer->handles[0]};
    if (drmIoctl(card, DRM_IOCTL_MODE_MAP_DUMB, &map)) die("map");
    size_t length = (size_t)framebuffer->pitches[0] * framebuffer->height;
    uint8_t *bytes = mmap(NULL, length, PROT_READ, MAP_SHARED, card, (off_t)map.offset);
    if (bytes == MAP_FAILED) die("mmap");
    printf("%u %u %u %.4s %u\n", framebuffer->width, framebuffer->height, framebuffer->pitches[0],
        (const char *)&framebuffer->pixel_format, id);
    if (fwrite(bytes, 1, length, stdout) != length) die("write");
    return 0;
}

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int watch(int card, double seconds) {
    double start = milliseconds();
    uint32_t last = UINT32_MAX;
    char last_mode[DRM_DISPLAY_MODE_LEN + 1] = "?";
    do {
        uint32_t crtc_id = 0, framebuffer = lit(card, &crtc_id);
        char mode[DRM_DISPLAY_MODE_LEN + 1] = "off";
        drmModeCrtc *crtc = crtc_id ? drmModeGetCrtc(card, crtc_id) : NULL;
        if (crtc != NULL && crtc->mode_valid) snprintf(mode, sizeof mode, "%s", crtc->mode.name);
        drmModeFreeCrtc(crtc);
        if (framebuffer != last || strcmp(mode, last_mode) != 0) {
            printf("%.3f %u %s\n", milliseconds() - start, framebuffer, mode);
            fflush(stdout);
            last = framebuffer;
            strcpy(last_mode, mode);
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    } while (milliseconds() - start < seconds * 1e3);
    return 0;
}

int main(int count, char **arguments) {
    if (count == 2) return picture(open_card(arguments[1]));
    if (count == 4 && strcmp(arguments[2], "watch") == 0)
        return watch(open_card(arguments[1]), atof(arguments[3]));
    fprintf(stderr, "usage: scanout CARD [watch SECONDS]\n");
    return 64;
}
