// SPDX-License-Identifier: Apache-2.0
//
// Makes a keyboard inside the kiosk machine through /dev/uinput, and types on it.
//
// keyboard NAME
//
// The first line of output is the event node. Then one command a line on standard input, each
// answered by "ok" once it has been written:
//   down CODE | up CODE     one key, by its evdev code
//   tap CODE…               keys one after the other, as fast as they can be written
// and by the lamps:
//   lamps                   the codes of the lamps that are lit, with blanks between them
// At the end of input the keyboard goes away.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int device;
static bool lamps[LED_CNT];

static void die(const char *what) {
    fprintf(stderr, "keyboard: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void emit(int type, int code, int value) {
    struct input_event event = {
        .type = (unsigned short)type, .code = (unsigned short)code, .value = value};
    if (write(device, &event, sizeof event) != sizeof event) die("write");
}

static void key(int code, int value) {
    emit(EV_KEY, code, value);
    emit(EV_SYN, SYN_REPORT, 0);
}

static void create(const char *name) {
    struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x5e11, .product = 9}};
    snprintf(setup.name, sizeof setup.name, "%s", name);
    ioctl(device, UI_SET_EVBIT, EV_KEY);
    ioctl(device, UI_SET_EVBIT, EV_LED);
    for (int code = KEY_ESC; code <= KEY_MICMUTE; code++) ioctl(device, UI_SET_KEYBIT, code);
    for (int code = LED_NUML; code <= LED_SCROLLL; code++) ioctl(device, UI_SET_LEDBIT, code);
    if (ioctl(device, UI_DEV_SETUP, &setup)) die("UI_DEV_SETUP");
    if (ioctl(device, UI_DEV_CREATE)) die("UI_DEV_CREATE");
}

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

static void tap(char *codes) {
    for (char *word = strtok(codes, " \n"); word != NULL; word = strtok(NULL, " \n")) {
        key(atoi(word), 1);
        key(atoi(word), 0);
    }
}

static void print_lamps(void) {
    struct input_event event;
    while (read(device, &event, sizeof event) == sizeof event)
        if (event.type == EV_LED && event.code < LED_CNT) lamps[event.code] = event.value != 0;
    for (int code = 0; code < LED_CNT; code++)
        if (lamps[code]) printf("%d ", code);
    printf("\n");
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: keyboard NAME\n");
        return 64;
    }
    device = open("/dev/uinput", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (device < 0) die("/dev/uinput");
    create(arguments[1]);
    print_node();
    char line[32768];
    int code;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strncmp(line, "lamps", 5) == 0) {
            print_lamps();
        } else {
            bool known = true;
            if (sscanf(line, "down %d", &code) == 1)
                key(code, 1);
            else if (sscanf(line, "up %d", &code) == 1)
                key(code, 0);
            else if (strncmp(line, "tap ", 4) == 0)
                tap(line + 4);
            else
                known = false;
            puts(known ? "ok" : "what?");
        }
        fflush(stdout);
    }
    ioctl(device, UI_DEV_DESTROY);
    return 0;
}
