// SPDX-License-Identifier: Apache-2.0
//
// Makes a device inside the kiosk machine as evemu describes it, and plays what it reported.
//
// replay FILE
// The first line of output is the event node. Each line on standard input then plays the file once, at its
// own pace, and is answered by "ok". At the end of input the device goes away.

#include "uinput.h"

#include <time.h>

static void set_bit(unsigned type, unsigned bit) {
    unsigned long request = type == EV_KEY   ? UI_SET_KEYBIT
                            : type == EV_REL ? UI_SET_RELBIT
                            : type == EV_MSC ? UI_SET_MSCBIT
                                             : 0;
    if (request == 0) return;
    ioctl(device, UI_SET_EVBIT, type);
    ioctl(device, request, bit);
}

/// Takes what a line of bytes has set; `byte` counts on over the lines of a kind.
static void set_bits(const char *text, unsigned type, int is_property, unsigned *byte) {
    unsigned value;
    int length;
    for (; sscanf(text, " %2x%n", &value, &length) == 1; text += length, (*byte)++)
        for (unsigned bit = 0; bit < 8; bit++) {
            if (!(value >> bit & 1)) continue;
            if (is_property)
                ioctl(device, UI_SET_PROPBIT, *byte * 8 + bit);
            else
                set_bit(type, *byte * 8 + bit);
        }
}

static void describe(FILE *file) {
    struct uinput_setup setup = {0};
    unsigned bytes[EV_CNT] = {0}, property_bytes = 0, type, code, bus, vendor, product, version;
    char line[1024];
    int at;
    while (fgets(line, sizeof line, file) != NULL) {
        struct uinput_abs_setup axis = {0};
        int *range = &axis.absinfo.minimum;
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "N: ", 3) == 0) {
            memcpy(setup.name, line + 3, strnlen(line + 3, sizeof setup.name - 1));
        } else if (sscanf(line, "I: %x %x %x %x", &bus, &vendor, &product, &version) == 4) {
            setup.id = (struct input_id){(__u16)bus, (__u16)vendor, (__u16)product, (__u16)version};
        } else if (strncmp(line, "P:", 2) == 0) {
            set_bits(line + 2, 0, 1, &property_bytes);
        } else if (sscanf(line, "B: %x%n", &type, &at) == 1 && type < EV_CNT) {
            set_bits(line + at, type, 0, &bytes[type]);
        } else if (sscanf(line, "A: %x %d %d %d %d %d", &code, &range[0], &range[1], &range[2],
                       &range[3], &axis.absinfo.resolution)
                   >= 3) {
            axis.code = (__u16)code;
            // The range of an axis does not say that the device has axes.
            ioctl(device, UI_SET_EVBIT, EV_ABS);
            if (ioctl(device, UI_ABS_SETUP, &axis)) die("UI_ABS_SETUP");
        }
    }
    create_device(setup);
}

static void play(FILE *file) {
    struct timespec begin;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    char line[1024];
    double seconds, first = -1;
    unsigned type, code;
    int value;
    rewind(file);
    // Recordings begin in the first slot, where the one before may have ended in another.
    emit(EV_ABS, ABS_MT_SLOT, 0);
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "E: %lf %x %x %d", &seconds, &type, &code, &value) != 4) continue;
        if (first < 0) first = seconds;
        long long due = begin.tv_nsec + (long long)((seconds - first) * 1e9);
        struct timespec until = {begin.tv_sec + due / 1000000000, due % 1000000000};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
        emit((int)type, (int)code, value);
    }
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: replay FILE\n");
        return 64;
    }
    FILE *file = fopen(arguments[1], "r");
    if (file == NULL) die(arguments[1]);
    open_uinput();
    describe(file);
    print_node();
    char line[64];
    while (fgets(line, sizeof line, stdin) != NULL) {
        play(file);
        puts("ok");
        fflush(stdout);
    }
    ioctl(device, UI_DEV_DESTROY);
    return 0;
}
