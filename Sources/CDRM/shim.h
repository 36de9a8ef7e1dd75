// SPDX-License-Identifier: Apache-2.0
// libdrm, and those of its macros and calls that Swift cannot take from the headers as they are.
#pragma once
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>

static const uint32_t cdrm_format_xrgb8888 = DRM_FORMAT_XRGB8888;
static const uint32_t cdrm_format_rgb565 = DRM_FORMAT_RGB565;

/// DRM_IOCTL_MODE_ATOMIC on arrays that the caller keeps: `drmModeAtomicCommit` would copy, sort and
/// allocate each time. `counts[i]` of the properties belong to `objects[i]`. 0 or the errno.
static inline int cdrm_atomic_commit(
    int fd, uint32_t flags, uint32_t object_count, const uint32_t *objects, const uint32_t *counts,
    const uint32_t *properties, const uint64_t *values, uint64_t user_data)
{
    struct drm_mode_atomic atomic = {
        .flags = flags,
        .count_objs = object_count,
        .objs_ptr = (uintptr_t)objects,
        .count_props_ptr = (uintptr_t)counts,
        .props_ptr = (uintptr_t)properties,
        .prop_values_ptr = (uintptr_t)values,
        .user_data = user_data,
    };
    return drmIoctl(fd, DRM_IOCTL_MODE_ATOMIC, &atomic) ? errno : 0;
}

/// DRM_IOCTL_MODE_PAGE_FLIP with an event that carries `user_data`. 0 or the errno.
static inline int cdrm_page_flip(int fd, uint32_t crtc, uint32_t framebuffer, uint64_t user_data)
{
    struct drm_mode_crtc_page_flip flip = {
        .crtc_id = crtc,
        .fb_id = framebuffer,
        .flags = DRM_MODE_PAGE_FLIP_EVENT,
        .user_data = user_data,
    };
    return drmIoctl(fd, DRM_IOCTL_MODE_PAGE_FLIP, &flip) ? errno : 0;
}

/// DRM_IOCTL_MODE_CREATE_DUMB; libdrm has a function for it since 2.4.114 only. 0 or the errno.
static inline int cdrm_create_dumb(
    int fd, uint32_t width, uint32_t height, uint32_t bits_per_pixel, uint32_t *handle,
    uint32_t *pitch, uint64_t *size)
{
    struct drm_mode_create_dumb dumb = {.width = width, .height = height, .bpp = bits_per_pixel};
    if (drmIoctl(fd, DRM_IOCTL_MODE_CREATE_DUMB, &dumb))
        return errno;
    *handle = dumb.handle;
    *pitch = dumb.pitch;
    *size = dumb.size;
    return 0;
}

/// DRM_IOCTL_MODE_MAP_DUMB: the offset for mmap. 0 or the errno.
static inline int cdrm_map_dumb(int fd, uint32_t handle, uint64_t *offset)
{
    struct drm_mode_map_dumb map = {.handle = handle};
    if (drmIoctl(fd, DRM_IOCTL_MODE_MAP_DUMB, &map))
        return errno;
    *offset = map.offset;
    return 0;
}

/// DRM_IOCTL_MODE_DESTROY_DUMB. 0 or the errno.
static inline int cdrm_destroy_dumb(int fd, uint32_t handle)
{
    struct drm_mode_destroy_dumb dumb = {.handle = handle};
    return drmIoctl(fd, DRM_IOCTL_MODE_DESTROY_DUMB, &dumb) ? errno : 0;
}

/// DRM_IOCTL_MODE_CLOSEFB (Linux 6.8), which libdrm has since 2.4.119 only: forgets a framebuffer
/// without switching off the plane that shows it. 0 or the errno.
static inline int cdrm_close_framebuffer(int fd, uint32_t framebuffer)
{
    struct {
        uint32_t framebuffer;
        uint32_t padding;
    } request = {framebuffer, 0};
    return drmIoctl(fd, DRM_IOWR(0xD0, request), &request) ? errno : 0;
}

/// Whether DRM_IOCTL_SET_CLIENT_CAP took `value`. 0 or the errno.
static inline int cdrm_set_client_capability(int fd, uint64_t capability, uint64_t value)
{
    return drmSetClientCap(fd, capability, value) ? errno : 0;
}
