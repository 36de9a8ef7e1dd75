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

#include "uinput.h"

#include <stdbool.h>

static bool lamps[LED_CNT];

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
    create_device(setup);
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
    open_uinput();
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
