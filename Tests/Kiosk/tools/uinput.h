// SPDX-License-Identifier: Apache-2.0
//
// A device made inside the kiosk machine through /dev/uinput.

#pragma once

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/// The descriptor of /dev/uinput.
static int device;

/// Ends the program with a line that names what has failed.
static void die(const char *what) {
    fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(errno));
    exit(1);
}

static void open_uinput(void) {
    device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    if (device < 0) die("/dev/uinput");
}

/// Makes the device, which has been told what it can report.
static void create_device(struct uinput_setup setup) {
    if (ioctl(device, UI_DEV_SETUP, &setup)) die("UI_DEV_SETUP");
    if (ioctl(device, UI_DEV_CREATE)) die("UI_DEV_CREATE");
}

/// Prints the event node of the device.
static void print_node(void) {
    char name[64], path[128];
    if (ioctl(device, UI_GET_SYSNAME(sizeof name), name) < 0) die("UI_GET_SYSNAME");
    snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
    DIR *directory = opendir(path);
    struct dirent *entry;
    if (directory == NULL) die(path);
    while ((entry = readdir(directory)) != NULL)
        if (strncmp(entry->d_name, "event", 5) == 0) printf("/dev/input/%s\n", entry->d_name);
    closedir(directory);
    fflush(stdout);
}

static void emit(int type, int code, int value) {
    struct input_event event = {
        .type = (unsigned short)type, .code = (unsigned short)code, .value = value};
    if (write(device, &event, sizeof event) != sizeof event) die("write");
}
