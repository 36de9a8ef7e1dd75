// SPDX-License-Identifier: Apache-2.0
//
// Sends one request again and again over a Unix stream socket, as fast as the other end takes it.
//
// flood SOCKET REQUEST     prints "flooding" after the first answer; at the end of standard input
//                          prints how many answers there were, and seconds

#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { COPIES = 64 };

static void die(const char *what) {
    fprintf(stderr, "flood: %s: %s\n", what, strerror(errno));
    exit(1);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/// Counts the answers among what has come; returns -1 when the other end has closed.
static long answers(int fd) {
    static char bytes[1 << 16];
    ssize_t n = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n == 0) return -1;
    if (n < 0 && errno != EAGAIN && errno != EINTR) die("recv");
    long count = 0;
    for (ssize_t i = 0; i < n; i++) count += bytes[i] == '\n';
    return count;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: flood SOCKET REQUEST\n");
        return 64;
    }
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", arguments[1]);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) die("socket");
    if (connect(fd, (struct sockaddr *)&address, sizeof address)) die(arguments[1]);

    size_t line = strlen(arguments[2]) + 1;
    char *block = malloc(COPIES * line + 1);
    if (block == NULL) die("malloc");
    for (int i = 0; i < COPIES; i++) sprintf(block + (size_t)i * line, "%s\n", arguments[2]);

    size_t sent = 0;
    long total = 0;
    double start = seconds();
    bool ends = false;
    while (!ends) {
        struct pollfd polled[2] = {{0, POLLIN, 0}, {fd, POLLIN | POLLOUT, 0}};
        if (poll(polled, 2, -1) < 0 && errno != EINTR) die("poll");
        ends = polled[0].revents != 0;
        if (polled[1].revents & (POLLIN | POLLHUP | POLLERR)) {
            long more = answers(fd);
            if (more < 0) {
                fprintf(stderr, "flood: the other end has closed\n");
                return 1;
            }
            if (total == 0 && more > 0) {
                puts("flooding");
                fflush(stdout);
            }
            total += more;
        }
        if (polled[1].revents & POLLOUT) {
            ssize_t n = send(fd, block + sent, COPIES * line - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
            if (n < 0 && errno != EAGAIN && errno != EINTR) die("send");
            if (n > 0) sent = (sent + (size_t)n) % (COPIES * line);
        }
    }
    printf("%ld %.3f\n", total, seconds() - start);
    return 0;
}
