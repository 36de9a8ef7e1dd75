// SPDX-License-Identifier: Apache-2.0
// libdrm, and those of its macros and calls that Swift cannot take from the headers as they are; and
// what a display has to do with its machine: the virtual terminal in front of it, and sleep.
#pragma once
#include <errno.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>

static const uint32_t cdrm_format_xrgb8888 = DRM_FORMAT_XRGB8888;
static const uint32_t cdrm_format_rgb565 = DRM_FORMAT_RGB565;

/// DRM_IOCTL_MODE_ATOMIC on arrays that the caller keeps: `drmModeAtomicCommit` would copy, sort and
/// allocate each time. `counts[i]` of the properties belong to `objects[i]`. 0 or the errno.
static inline int cdrm_atomic_commit(int fd, uint32_t flags, uint32_t object_count,
    const uint32_t *objects, const uint32_t *counts, const uint32_t *properties,
    const uint64_t *values, uint64_t user_data) {
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
static inline int cdrm_page_flip(int fd, uint32_t crtc, uint32_t framebuffer, uint64_t user_data) {
    struct drm_mode_crtc_page_flip flip = {
        .crtc_id = crtc,
        .fb_id = framebuffer,
        .flags = DRM_MODE_PAGE_FLIP_EVENT,
        .user_data = user_data,
    };
    return drmIoctl(fd, DRM_IOCTL_MODE_PAGE_FLIP, &flip) ? errno : 0;
}

/// DRM_IOCTL_MODE_CREATE_DUMB; libdrm has a function for it since 2.4.114 only. 0 or the errno.
static inline int cdrm_create_dumb(int fd, uint32_t width, uint32_t height, uint32_t bits_per_pixel,
    uint32_t *handle, uint32_t *pitch, uint64_t *size) {
    struct drm_mode_create_dumb dumb = {.width = width, .height = height, .bpp = bits_per_pixel};
    if (drmIoctl(fd, DRM_IOCTL_MODE_CREATE_DUMB, &dumb)) return errno;
    *handle = dumb.handle;
    *pitch = dumb.pitch;
    *size = dumb.size;
    return 0;
}

/// DRM_IOCTL_MODE_MAP_DUMB: the offset for mmap. 0 or the errno.
static inline int cdrm_map_dumb(int fd, uint32_t handle, uint64_t *offset) {
    struct drm_mode_map_dumb map = {.handle = handle};
    if (drmIoctl(fd, DRM_IOCTL_MODE_MAP_DUMB, &map)) return errno;
    *offset = map.offset;
    return 0;
}

/// DRM_IOCTL_MODE_DESTROY_DUMB. 0 or the errno.
static inline int cdrm_destroy_dumb(int fd, uint32_t handle) {
    struct drm_mode_destroy_dumb dumb = {.handle = handle};
    return drmIoctl(fd, DRM_IOCTL_MODE_DESTROY_DUMB, &dumb) ? errno : 0;
}

/// DRM_IOCTL_MODE_CLOSEFB (Linux 6.8), which libdrm has since 2.4.119 only: forgets a framebuffer
/// without switching off the plane that shows it. 0 or the errno.
static inline int cdrm_close_framebuffer(int fd, uint32_t framebuffer) {
    struct {
        uint32_t framebuffer;
        uint32_t padding;
    } request = {framebuffer, 0};
    return drmIoctl(fd, DRM_IOWR(0xD0, request), &request) ? errno : 0;
}

/// Sets a capability of this client to `value` (DRM_IOCTL_SET_CLIENT_CAP). 0 or the errno.
static inline int cdrm_set_client_capability(int fd, uint64_t capability, uint64_t value) {
    return drmSetClientCap(fd, capability, value) ? errno : 0;
}

/// Number of the virtual terminal that `fd` is (tty(4): character device 4:1 … 4:63), 0 when it is none.
static inline int cdrm_virtual_terminal(int fd) {
    struct stat status;
    if (fstat(fd, &status) || !S_ISCHR(status.st_mode) || major(status.st_rdev) != 4) return 0;
    unsigned number = minor(status.st_rdev);
    return number >= 1 && number <= 63 ? (int)number : 0;
}

/// Asks to be told by signals, and to agree, when the terminal goes and comes (VT_SETMODE). 0 or the
/// errno; with both signals 0 the kernel switches by itself again.
static inline int cdrm_set_terminal_switching(int fd, int release_signal, int acquire_signal) {
    struct vt_mode mode = {
        .mode = release_signal ? VT_PROCESS : VT_AUTO,
        .relsig = (short)release_signal,
        .acqsig = (short)acquire_signal,
    };
    return ioctl(fd, VT_SETMODE, &mode) ? errno : 0;
}

/// Number of the virtual terminal in front, 0 when unknown (VT_GETSTATE).
static inline int cdrm_front_terminal(int fd) {
    struct vt_stat state;
    return ioctl(fd, VT_GETSTATE, &state) ? 0 : state.v_active;
}

/// Brings a virtual terminal to the front, sooner or later (VT_ACTIVATE). 0 or the errno.
static inline int cdrm_activate_terminal(int fd, int number) {
    return ioctl(fd, VT_ACTIVATE, number) ? errno : 0;
}

/// Answers a switch: 1 lets the terminal go, 0 keeps it, VT_ACKACQ confirms its return (VT_RELDISP). 0
/// or the errno, EINVAL where none had been asked for.
static inline int cdrm_answer_terminal_switch(int fd, int answer) {
    return ioctl(fd, VT_RELDISP, answer) ? errno : 0;
}

/// Has the console draw text on the terminal, or none (KDSETMODE). 0 or the errno.
static inline int cdrm_set_terminal_text(int fd, int is_text) {
    return ioctl(fd, KDSETMODE, is_text ? KD_TEXT : KD_GRAPHICS) ? errno : 0;
}

/// The terminal's keyboard mode, -1 when unknown (KDGKBMODE).
static inline int cdrm_keyboard_mode(int fd) {
    int mode;
    return ioctl(fd, KDGKBMODE, &mode) ? -1 : mode;
}

/// Sets the terminal's keyboard mode (KDSKBMODE); K_OFF throws away what is typed. 0 or the errno.
static inline int cdrm_set_keyboard_mode(int fd, int mode) {
    return ioctl(fd, KDSKBMODE, mode) ? errno : 0;
}

/// Seconds this machine has slept since its start: CLOCK_BOOTTIME runs on while it sleeps.
static inline double cdrm_seconds_asleep(void) {
    struct timespec awake, all;
    if (clock_gettime(CLOCK_MONOTONIC, &awake) || clock_gettime(CLOCK_BOOTTIME, &all)) return 0;
    return (double)(all.tv_sec - awake.tv_sec) + 1e-9 * (double)(all.tv_nsec - awake.tv_nsec);
}
