// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <libevdev/libevdev.h>
#include <libevdev/libevdev-uinput.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdint.h>

/// The event's time in nanoseconds, whatever the width of time_t.
static inline int64_t cevdev_nanoseconds(const struct input_event *event) {
    return (int64_t)event->input_event_sec * 1000000000 + (int64_t)event->input_event_usec * 1000;
}

static void cevdev_discard(const struct libevdev *device, enum libevdev_log_priority priority,
    void *context, const char *file, int line, const char *function, const char *format,
    va_list arguments) {
    (void)device, (void)priority, (void)context, (void)file, (void)line, (void)function;
    (void)format, (void)arguments;
}

/// Keeps libevdev from writing to standard error for every odd report of a noisy panel.
static inline void cevdev_silence(struct libevdev *device) {
    libevdev_set_device_log_function(device, cevdev_discard, LIBEVDEV_LOG_ERROR, 0);
}
