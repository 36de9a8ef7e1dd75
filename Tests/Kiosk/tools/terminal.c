// SPDX-License-Identifier: Apache-2.0
//
// Looks at virtual terminals and switches between them.
//
// terminal show N      prints "text" or "graphics"; "keyboard off" or "keyboard on"; "auto" or
//                      "process", which is who agrees to switches
// terminal switch N    brings terminal N to the front and returns when it is there
// terminal listen N    prints "listening", then what is typed on terminal N, until standard input ends

#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static void die(const char *what) {
    fprintf(stderr, "terminal: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int show(int terminal) {
    int drawing, keyboard;
    struct vt_mode mode;
    if (ioctl(terminal, KDGETMODE, &drawing)) die("KDGETMODE");
    if (ioctl(terminal, KDGKBMODE, &keyboard)) die("KDGKBMODE");
    if (ioctl(terminal, VT_GETMODE, &mode)) die("VT_GETMODE");
    printf("%s, keyboard %s, %s\n", drawing == KD_GRAPHICS ? "graphics" : "text",
        keyboard == K_OFF ? "off" : "on", mode.mode == VT_PROCESS ? "process" : "auto");
    return 0;
}

static int bring_to_front(int terminal, int number) {
    if (ioctl(terminal, VT_ACTIVATE, number)) die("VT_ACTIVATE");
    if (ioctl(terminal, VT_WAITACTIVE, number)) die("VT_WAITACTIVE");
    return 0;
}

static int listen_to(int terminal) {
    struct termios settings;
    if (tcgetattr(terminal, &settings)) die("tcgetattr");
    settings.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    if (tcsetattr(terminal, TCSANOW, &settings)) die("tcsetattr");
    puts("listening");
    fflush(stdout);
    struct pollfd ends[2] = {{0, POLLIN, 0}, {terminal, POLLIN, 0}};
    for (;;) {
        char bytes[256];
        if (poll(ends, 2, -1) < 0 && errno != EINTR) die("poll");
        if (ends[1].revents) {
            ssize_t n = read(terminal, bytes, sizeof bytes);
            if (n <= 0) return 0;
            fwrite(bytes, 1, (size_t)n, stdout);
            fflush(stdout);
        }
        if (ends[0].revents) return 0;
    }
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: terminal show|switch|listen N\n");
        return 64;
    }
    char path[32];
    int number = atoi(arguments[2]);
    snprintf(path, sizeof path, "/dev/tty%d", number);
    int terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) die(path);
    if (strcmp(arguments[1], "show") == 0) return show(terminal);
    if (strcmp(arguments[1], "switch") == 0) return bring_to_front(terminal, number);
    if (strcmp(arguments[1], "listen") == 0) return listen_to(terminal);
    fprintf(stderr, "terminal: there is no '%s'\n", arguments[1]);
    return 64;
}
