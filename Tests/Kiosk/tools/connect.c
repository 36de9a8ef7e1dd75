// SPDX-License-Identifier: Apache-2.0
//
// Standard input and output of a Unix stream socket, for tests that speak to it from outside.
//
// connect SOCKET [FILE]     a descriptor that the other end sends is copied to FILE before the
//                           bytes that came with it are passed on

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static void die(const char *what) {
    fprintf(stderr, "connect: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) die("write");
        bytes += n;
        length -= (size_t)n;
    }
}

static void keep(int received, const char *path) {
    static char bytes[1 << 16];
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) die(path);
    off_t at = 0;
    ssize_t n;
    while ((n = pread(received, bytes, sizeof bytes, at)) > 0) {
        write_all(file, bytes, (size_t)n);
        at += n;
    }
    close(file);
    close(received);
}

/// Passes on what the socket has; returns 0 when the other end has closed.
static int pass_on(int fd, const char *path) {
    static char bytes[1 << 16];
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec vector = {bytes, sizeof bytes};
    struct msghdr message = {.msg_iov = &vector,
        .msg_iovlen = 1,
        .msg_control = &control,
        .msg_controllen = sizeof control};
    ssize_t n = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
    if (n <= 0) return 0;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header != NULL && header->cmsg_type == SCM_RIGHTS && path != NULL) {
        int received;
        memcpy(&received, CMSG_DATA(header), sizeof received);
        keep(received, path);
    }
    write_all(1, bytes, (size_t)n);
    return 1;
}

int main(int count, char **arguments) {
    static char bytes[1 << 16];
    if (count < 2 || count > 3) {
        fprintf(stderr, "usage: connect SOCKET [FILE]\n");
        return 64;
    }
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", arguments[1]);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) die("socket");
    if (connect(fd, (struct sockaddr *)&address, sizeof address)) die(arguments[1]);
    struct pollfd ends[2] = {{0, POLLIN, 0}, {fd, POLLIN, 0}};
    for (;;) {
        if (poll(ends, 2, -1) < 0 && errno != EINTR) die("poll");
        if (ends[1].revents && !pass_on(fd, count == 3 ? arguments[2] : NULL)) return 0;
        if (ends[0].revents) {
            ssize_t n = read(0, bytes, sizeof bytes);
            if (n > 0) {
                write_all(fd, bytes, (size_t)n);
            } else {
                shutdown(fd, SHUT_WR);
                ends[0].fd = -1;
            }
        }
    }
}
