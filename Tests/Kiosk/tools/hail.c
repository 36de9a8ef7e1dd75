// SPDX-License-Identifier: Apache-2.0
//
// A hostile client: sends the messages of a file over a Unix stream socket, again and again, and connects
// anew whenever the other end has closed or is not there.
//
// hail SOCKET FILE      at the end of standard input waits for the answer that is due, and prints how many
//                       messages were sent, and how often it had to connect
//
// The file: for each message a line "HOW LENGTH", and then so many bytes. HOW is what follows:
//   answered    a line of answer is waited for; descriptors that come with it are closed
//   gone        the connection is closed at once
//   unread      the connection is closed after 300 ms in which nothing was read

#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { MAX_MESSAGES = 64, PAUSE = 300 };

struct message {
    char how[16];
    size_t length;
    char *bytes;
};

static struct message messages[MAX_MESSAGES];
static int message_count;
static long sent_count, connection_count;
/// Whether standard input has ended.
static bool is_over;
static struct sockaddr_un address = {.sun_family = AF_UNIX};

static void die(const char *what) {
    fprintf(stderr, "hail: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void load(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) die(path);
    while (message_count < MAX_MESSAGES) {
        struct message *message = &messages[message_count];
        if (fscanf(file, "%15s %zu", message->how, &message->length) != 2) break;
        fgetc(file);
        message->bytes = malloc(message->length + 1);
        if (message->bytes == NULL) die("malloc");
        if (fread(message->bytes, 1, message->length, file) != message->length) die(path);
        message_count++;
    }
    fclose(file);
    if (message_count == 0) die("no messages");
}

static void finish(void) {
    printf("%ld %ld\n", sent_count, connection_count);
    exit(0);
}

/// Waits until the socket is ready, for so long at most (−1 for ever), and notes the end of standard input.
static void wait_for(int fd, short events, int milliseconds) {
    struct pollfd polled[2] = {{is_over ? -1 : 0, POLLIN, 0}, {fd, events, 0}};
    if (poll(polled, 2, milliseconds) < 0 && errno != EINTR) die("poll");
    is_over = is_over || polled[0].revents;
}

static int connected(void) {
    for (;;) {
        int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (fd < 0) die("socket");
        if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) {
            connection_count++;
            return fd;
        }
        close(fd);
        if (is_over) finish();
        wait_for(-1, 0, 5);
    }
}

static bool send_all(int fd, const struct message *message) {
    for (size_t sent = 0; sent < message->length;) {
        wait_for(fd, POLLOUT, -1);
        ssize_t n = send(fd, message->bytes + sent, message->length - sent, MSG_NOSIGNAL);
        if (n < 0 && errno != EAGAIN && errno != EINTR) return false;
        if (n > 0) sent += (size_t)n;
    }
    return true;
}

/// Reads until a line has ended; returns whether one has.
static bool read_line(int fd) {
    static char bytes[1 << 16];
    for (;;) {
        wait_for(fd, POLLIN, -1);
        union {
            struct cmsghdr header;
            char space[CMSG_SPACE(sizeof(int))];
        } control;
        struct iovec vector = {bytes, sizeof bytes};
        struct msghdr header = {.msg_iov = &vector,
            .msg_iovlen = 1,
            .msg_control = &control,
            .msg_controllen = sizeof control};
        ssize_t n = recvmsg(fd, &header, MSG_CMSG_CLOEXEC);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return false;
        if (n < 0) continue;
        struct cmsghdr *found = CMSG_FIRSTHDR(&header);
        if (found != NULL && found->cmsg_type == SCM_RIGHTS) {
            int received;
            memcpy(&received, CMSG_DATA(found), sizeof received);
            close(received);
        }
        if (memchr(bytes, '\n', (size_t)n) != NULL) return true;
    }
}

/// Sends a message; returns whether the connection can be used for another one.
static bool deliver(int fd, const struct message *message) {
    if (!send_all(fd, message)) return false;
    sent_count++;
    if (strcmp(message->how, "answered") == 0) return read_line(fd);
    if (!is_over) wait_for(-1, 0, strcmp(message->how, "unread") == 0 ? PAUSE : 0);
    return false;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: hail SOCKET FILE\n");
        return 64;
    }
    snprintf(address.sun_path, sizeof address.sun_path, "%s", arguments[1]);
    load(arguments[2]);
    int fd = connected();
    for (int next = 0;; next = (next + 1) % message_count) {
        if (is_over) finish();
        if (deliver(fd, &messages[next])) continue;
        close(fd);
        fd = connected();
    }
}
