// SPDX-License-Identifier: Apache-2.0
//
// Makes a HID device inside the kiosk machine through /dev/uhid: the kernel's own drivers read its reports.
//
// hid NAME BUS VENDOR PRODUCT DESCRIPTOR
//   BUS, VENDOR, PRODUCT   in hexadecimal
//   DESCRIPTOR             the report descriptor as the device gives it, in hexadecimal
//
// Then one command a line on standard input, each answered by "ok" once it has been done:
//   feature ID BYTES   what GET_REPORT of that number is answered with, before "start"
//   start              the device is there; the answer comes when its drivers have opened it, or after 2 s
//   play MS BYTES …    input reports MS milliseconds apart, each with its number first where it has one
// At the end of input the device goes away.

#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { REPORTS = 256 };

static int device;
static struct {
    size_t size;
    unsigned char bytes[UHID_DATA_MAX];
} features[REPORTS];
static bool started;

static void die(const char *what) {
    fprintf(stderr, "hid: %s: %s\n", what, strerror(errno));
    exit(1);
}

static size_t bytes_of(const char *text, unsigned char *bytes, size_t room) {
    size_t count = 0;
    unsigned value;
    for (; count < room && isxdigit(text[0]) && isxdigit(text[1]); text += 2) {
        if (sscanf(text, "%2x", &value) != 1) break;
        bytes[count++] = (unsigned char)value;
    }
    return count;
}

static void say(const struct uhid_event *event) {
    if (write(device, event, sizeof *event) != sizeof *event) die("write");
}

/// Answers what the kernel asks of the device until nothing comes for `wait` milliseconds.
static void serve(int wait) {
    struct pollfd poll_device = {.fd = device, .events = POLLIN};
    while (poll(&poll_device, 1, wait) > 0) {
        struct uhid_event event, answer = {0};
        if (read(device, &event, sizeof event) <= 0) die("read");
        switch (event.type) {
        case UHID_OPEN:
            started = true;
            break;
        case UHID_GET_REPORT:
            answer.type = UHID_GET_REPORT_REPLY;
            answer.u.get_report_reply.id = event.u.get_report.id;
            answer.u.get_report_reply.size = (unsigned short)features[event.u.get_report.rnum].size;
            answer.u.get_report_reply.err = answer.u.get_report_reply.size == 0 ? EIO : 0;
            memcpy(answer.u.get_report_reply.data, features[event.u.get_report.rnum].bytes,
                features[event.u.get_report.rnum].size);
            say(&answer);
            break;
        case UHID_SET_REPORT:
            answer.type = UHID_SET_REPORT_REPLY;
            answer.u.set_report_reply.id = event.u.set_report.id;
            say(&answer);
            break;
        default:
            break;
        }
    }
}

static void create(char **arguments) {
    struct uhid_event event = {.type = UHID_CREATE2};
    struct uhid_create2_req *request = &event.u.create2;
    snprintf((char *)request->name, sizeof request->name, "%s", arguments[1]);
    snprintf((char *)request->uniq, sizeof request->uniq, "%s", arguments[1]);
    request->bus = (unsigned short)strtoul(arguments[2], NULL, 16);
    request->vendor = (unsigned)strtoul(arguments[3], NULL, 16);
    request->product = (unsigned)strtoul(arguments[4], NULL, 16);
    request->rd_size =
        (unsigned short)bytes_of(arguments[5], request->rd_data, sizeof request->rd_data);
    say(&event);
    for (int tries = 0; tries < 20 && !started; tries++) serve(100);
    serve(100);
}

/// Sends reports, each at its time.
static void play(unsigned milliseconds, const char *reports) {
    struct timespec due;
    clock_gettime(CLOCK_MONOTONIC, &due);
    for (const char *word = reports; (word = strchr(word, ' ')) != NULL;) {
        struct uhid_event event = {.type = UHID_INPUT2};
        event.u.input2.size = (unsigned short)bytes_of(++word, event.u.input2.data, UHID_DATA_MAX);
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
        say(&event);
        serve(0);
        due.tv_nsec += milliseconds * 1000000L;
        due.tv_sec += due.tv_nsec / 1000000000;
        due.tv_nsec %= 1000000000;
    }
}

static bool obey(const char *line, char **arguments) {
    unsigned number;
    int at;
    if (sscanf(line, "feature %x %n", &number, &at) == 1 && number < REPORTS) {
        features[number].size = bytes_of(line + at, features[number].bytes, UHID_DATA_MAX);
    } else if (strncmp(line, "start", 5) == 0) {
        create(arguments);
    } else if (sscanf(line, "play %u%n", &number, &at) == 1) {
        play(number, line + at);
    } else {
        return false;
    }
    return true;
}

int main(int count, char **arguments) {
    if (count != 6) {
        fprintf(stderr, "usage: hid NAME BUS VENDOR PRODUCT DESCRIPTOR\n");
        return 64;
    }
    device = open("/dev/uhid", O_RDWR | O_CLOEXEC);
    if (device < 0) die("/dev/uhid");
    static char line[1 << 20];
    struct pollfd inputs[] = {{.fd = 0, .events = POLLIN}, {.fd = device, .events = POLLIN}};
    setvbuf(stdin, NULL, _IONBF, 0);
    while (poll(inputs, 2, -1) > 0) {
        if (inputs[1].revents) serve(0);
        if (!inputs[0].revents) continue;
        if (fgets(line, sizeof line, stdin) == NULL) break;
        puts(obey(line, arguments) ? "ok" : "what?");
        fflush(stdout);
    }
    struct uhid_event event = {.type = UHID_DESTROY};
    say(&event);
    return 0;
}
