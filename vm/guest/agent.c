// SPDX-License-Identifier: Apache-2.0
//
// The kiosk machine's hand inside: runs commands for the program that started the machine.
//
// It speaks over a virtio-serial port. Every message is a header (struct message, little-endian)
// and `length` bytes. From outside: 'R' starts /bin/sh with the bytes as its script, under the
// number `id`; 'I' is standard input of command `id`, without bytes its end; 'S' sends the signal
// whose number is in the first byte to the command's process group. From inside: 'H' once at
// start, 'O' and 'E' output and error output, 'X' the end with four bytes: the exit status, or
// 128 + the signal. Several commands run side by side.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define PORT_NAME "org.swell.kiosk"
#define MAX_COMMANDS 64
#define MAX_PAYLOAD (1 << 20)

struct message {
    uint32_t length;
    uint32_t id;
    uint32_t type;
};

struct command {
    bool used;
    bool ended;
    uint32_t id;
    pid_t pid;
    int in, out, err;
    int status;
    // Input that the command has not taken yet.
    uint8_t *pending;
    size_t pending_length;
    bool input_ended;
};

static struct command commands[MAX_COMMANDS];
static int port = -1;

static void die(const char *what) {
    perror(what);
    exit(1);
}

static void write_all(const void *bytes, size_t length) {
    const uint8_t *next = bytes;
    while (length > 0) {
        ssize_t n = write(port, next, length);
        if (n < 0) {
            if (errno == EINTR) continue;
            if (errno == EAGAIN) {
                struct pollfd ready = {.fd = port, .events = POLLOUT};
                poll(&ready, 1, 100);
                continue;
            }
            die("write");
        }
        next += n;
        length -= (size_t)n;
    }
}

static void send_message(uint32_t id, uint32_t type, const void *bytes, uint32_t length) {
    struct message header = {length, id, type};
    write_all(&header, sizeof header);
    write_all(bytes, length);
}

static int open_port(void) {
    for (;;) {
        DIR *directory = opendir("/sys/class/virtio-ports");
        struct dirent *entry;
        while (directory != NULL && (entry = readdir(directory)) != NULL) {
            char path[600], name[64] = "";
            snprintf(path, sizeof path, "/sys/class/virtio-ports/%s/name", entry->d_name);
            FILE *file = fopen(path, "re");
            if (file == NULL) continue;
            bool ours = fgets(name, sizeof name, file) != NULL
                        && strncmp(name, PORT_NAME, strlen(PORT_NAME)) == 0;
            fclose(file);
            if (!ours) continue;
            snprintf(path, sizeof path, "/dev/%s", entry->d_name);
            int fd = open(path, O_RDWR | O_CLOEXEC);
            if (fd >= 0) {
                closedir(directory);
                return fd;
            }
        }
        if (directory != NULL) closedir(directory);
        poll(NULL, 0, 50);
    }
}

static struct command *find(uint32_t id) {
    for (int i = 0; i < MAX_COMMANDS; i++)
        if (commands[i].used && commands[i].id == id) return &commands[i];
    return NULL;
}

static void close_end(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static void fail(uint32_t id, const char *why) {
    int32_t status = 127;
    send_message(id, 'E', why, (uint32_t)strlen(why));
    send_message(id, 'X', &status, sizeof status);
}

static void start(uint32_t id, const char *script) {
    struct command *command = NULL;
    for (int i = 0; i < MAX_COMMANDS && command == NULL; i++)
        if (!commands[i].used) command = &commands[i];
    int in[2], out[2], err[2];
    if (command == NULL) return fail(id, "agent: too many commands\n");
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) die("pipe2");
    pid_t pid = fork();
    if (pid < 0) die("fork");
    if (pid == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        setpgid(0, 0);
        dup2(in[0], 0);
        dup2(out[1], 1);
        dup2(err[1], 2);
        execl("/bin/sh", "sh", "-c", script, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    *command = (struct command){
        .used = true, .id = id, .pid = pid, .in = in[1], .out = out[0], .err = err[0]};
}

static void flush_input(struct command *command) {
    if (command->pending_length > 0 && command->in >= 0) {
        ssize_t n = write(command->in, command->pending, command->pending_length);
        if (n < 0 && errno != EAGAIN && errno != EINTR) {
            close_end(&command->in);
            command->pending_length = 0;
        } else if (n > 0) {
            command->pending_length -= (size_t)n;
            memmove(command->pending, command->pending + n, command->pending_length);
        }
    }
    if (command->pending_length == 0 && command->input_ended) close_end(&command->in);
}

static void input(struct command *command, const uint8_t *bytes, size_t length) {
    if (length == 0) {
        command->input_ended = true;
    } else if (command->in >= 0) {
        command->pending = realloc(command->pending, command->pending_length + length);
        if (command->pending == NULL) die("realloc");
        memcpy(command->pending + command->pending_length, bytes, length);
        command->pending_length += length;
    }
    flush_input(command);
}

static void handle(const struct message *header, uint8_t *payload) {
    struct command *command = find(header->id);
    if (header->type == 'R')
        start(header->id, (const char *)payload);
    else if (command == NULL)
        return;
    else if (header->type == 'I')
        input(command, payload, header->length);
    else if (header->type == 'S' && header->length > 0 && !command->ended)
        kill(-command->pid, payload[0]);
}

/// Takes in what the port has, and handles every whole message.
static void receive(void) {
    static uint8_t buffer[sizeof(struct message) + MAX_PAYLOAD + 1];
    static size_t held;
    ssize_t n = read(port, buffer + held, sizeof buffer - 1 - held);
    if (n < 0 && errno != EINTR && errno != EAGAIN) die("read");
    // Nobody is at the other end: the port stays readable at its end then.
    if (n == 0) poll(NULL, 0, 50);
    if (n <= 0) return;
    held += (size_t)n;
    size_t start_of_next = 0;
    while (held - start_of_next >= sizeof(struct message)) {
        struct message header;
        memcpy(&header, buffer + start_of_next, sizeof header);
        if (header.length > MAX_PAYLOAD) die("message too long");
        size_t whole = sizeof header + header.length;
        if (held - start_of_next < whole) break;
        uint8_t *payload = buffer + start_of_next + sizeof header;
        uint8_t after = payload[header.length];
        payload[header.length] = 0;
        handle(&header, payload);
        payload[header.length] = after;
        start_of_next += whole;
    }
    held -= start_of_next;
    memmove(buffer, buffer + start_of_next, held);
}

static void forward(struct command *command, int *fd, uint32_t type) {
    static uint8_t bytes[65536];
    ssize_t n = read(*fd, bytes, sizeof bytes);
    if (n > 0)
        send_message(command->id, type, bytes, (uint32_t)n);
    else if (n == 0 || errno != EINTR)
        close_end(fd);
}

static void reap(void) {
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        for (int i = 0; i < MAX_COMMANDS; i++) {
            if (!commands[i].used || commands[i].ended || commands[i].pid != pid) continue;
            commands[i].ended = true;
            commands[i].status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
    }
}

/// A command is over when it has ended and its output has been passed on; output that a
/// child in the background keeps open does not hold it up.
static void finish(struct command *command) {
    struct pollfd ends[2] = {{command->out, POLLIN, 0}, {command->err, POLLIN, 0}};
    if (poll(ends, 2, 0) > 0 && ((ends[0].revents | ends[1].revents) & POLLIN)) return;
    int32_t status = command->status;
    send_message(command->id, 'X', &status, sizeof status);
    close_end(&command->in);
    close_end(&command->out);
    close_end(&command->err);
    free(command->pending);
    command->used = false;
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    int children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    if (children < 0) die("signalfd");
    port = open_port();
    send_message(0, 'H', "", 0);

    for (;;) {
        struct pollfd polled[2 + 3 * MAX_COMMANDS] = {{port, POLLIN, 0}, {children, POLLIN, 0}};
        for (int i = 0; i < MAX_COMMANDS; i++) {
            struct command *command = &commands[i];
            struct pollfd *ends = &polled[2 + 3 * i];
            bool waiting = command->used && command->pending_length > 0;
            ends[0] = (struct pollfd){waiting ? command->in : -1, POLLOUT, 0};
            ends[1] = (struct pollfd){command->used ? command->out : -1, POLLIN, 0};
            ends[2] = (struct pollfd){command->used ? command->err : -1, POLLIN, 0};
        }
        if (poll(polled, 2 + 3 * MAX_COMMANDS, -1) < 0 && errno != EINTR) die("poll");
        if (polled[1].revents) {
            struct signalfd_siginfo information;
            while (read(children, &information, sizeof information) > 0) {
            }
            reap();
        }
        for (int i = 0; i < MAX_COMMANDS; i++) {
            struct command *command = &commands[i];
            if (!command->used) continue;
            struct pollfd *ends = &polled[2 + 3 * i];
            if (ends[0].revents) flush_input(command);
            if (ends[1].revents) forward(command, &command->out, 'O');
            if (ends[2].revents) forward(command, &command->err, 'E');
            if (command->ended) finish(command);
        }
        if (polled[0].revents) receive();
    }
}
