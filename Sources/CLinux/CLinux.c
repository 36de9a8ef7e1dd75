// SPDX-License-Identifier: Apache-2.0
// Not in the header: it would change the types that Swift has already seen in Glibc.
#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

int clinux_epoll_wait(int set, struct epoll_event *events, int count, int64_t nanoseconds) {
    static int lacks_pwait2;
    if (nanoseconds < 0) return epoll_wait(set, events, count, -1);
    if (nanoseconds == 0) return epoll_wait(set, events, count, 0);
    if (!lacks_pwait2) {
        struct timespec limit = {
            .tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
        int result = epoll_pwait2(set, events, count, &limit, NULL);
        if (result >= 0 || errno != ENOSYS) return result;
        lacks_pwait2 = 1;
    }
    int64_t milliseconds = (nanoseconds + 999999) / 1000000;
    return epoll_wait(set, events, count, milliseconds > INT32_MAX ? INT32_MAX : (int)milliseconds);
}

void clinux_set_least_timer_slack(void) {
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
}

int clinux_timer_slack(void) {
    return prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
}

ssize_t clinux_send(int socket, const void *bytes, size_t count, int descriptor) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t clinux_send_at_once(int socket, const void *bytes, size_t count) {
    return send(socket, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
}

ssize_t clinux_receive(int socket, void *bytes, size_t count, int *descriptors, ptrdiff_t *passed) {
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(CLINUX_MOST_PASSED * sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    *passed = 0;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
         header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t carried = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(descriptors + *passed, CMSG_DATA(header), carried * sizeof(int));
        *passed += (ptrdiff_t)carried;
    }
    return received;
}

void clinux_dispose(int descriptor) {
    // A socket waits for its peer only if told so; on anything else this fails, and closing may wait.
    struct linger none = {0};
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    close(descriptor);
}

int clinux_sealable_memory(const char *name, size_t count) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    if (ftruncate(descriptor, (off_t)count)) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    return descriptor;
}

int clinux_seal(int descriptor) {
    const int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    return fcntl(descriptor, F_ADD_SEALS, seals);
}

int clinux_memory(const char *name, size_t count) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    if (ftruncate(descriptor, (off_t)count)
        || fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW)) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    return descriptor;
}

int clinux_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int clinux_peer_credentials(int socket, int *pid, unsigned *uid) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length)) return -1;
    *pid = peer.pid;
    *uid = peer.uid;
    return 0;
}

static int unix_address(const char *path, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address->sun_path, path);
    return 0;
}

int clinux_connect_unix(const char *path, int64_t nanoseconds) {
    struct sockaddr_un address;
    if (unix_address(path, &address)) return -1;
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    if (nanoseconds > 0) {
        // A full queue is waited for as long as sending may take; poll knows nothing of it.
        int64_t microseconds = (nanoseconds + 999) / 1000;
        struct timeval limit = {
            .tv_sec = microseconds / 1000000, .tv_usec = microseconds % 1000000};
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
        fcntl(descriptor, F_SETFL, 0);
    }
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address)) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    struct timeval none = {0};
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof none);
    fcntl(descriptor, F_SETFL, 0);
    return descriptor;
}

int clinux_poll(const int *descriptors, uint32_t *events, size_t count, int64_t nanoseconds) {
    struct pollfd entries[8];
    if (count > sizeof entries / sizeof entries[0]) {
        errno = EINVAL;
        return -1;
    }
    for (size_t index = 0; index < count; index++)
        entries[index] = (struct pollfd){descriptors[index], (short)events[index], 0};
    struct timespec limit = {
        .tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    int result = ppoll(entries, count, nanoseconds < 0 ? NULL : &limit, NULL);
    for (size_t index = 0; index < count; index++)
        events[index] = result > 0 ? (uint16_t)entries[index].revents : 0;
    return result;
}

int clinux_listen_unix(const char *path, unsigned mode, int backlog) {
    struct sockaddr_un address;
    if (unix_address(path, &address)) return -1;
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    // Linux binds with the permissions that the socket has by then: none keeps it closed to others in the
    // moment between bind and chmod. The process's mask would do so too, and lend itself to whatever other
    // threads make meanwhile.
    if (fchmod(descriptor, 0) || bind(descriptor, (struct sockaddr *)&address, sizeof address)
        || chmod(path, mode) || listen(descriptor, backlog)) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    return descriptor;
}

int clinux_socket_path(int socket, char *path) {
    struct sockaddr_un address;
    socklen_t length = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &length)) return -1;
    size_t start = offsetof(struct sockaddr_un, sun_path);
    if (address.sun_family != AF_UNIX || length <= start || !address.sun_path[0]) return -1;
    size_t count = strnlen(address.sun_path, length - start);
    if (count > 107) return -1;
    memcpy(path, address.sun_path, count);
    path[count] = 0;
    return 0;
}

int clinux_lock(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_OFD_SETLK, &lock);
}

int clinux_is_locked(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

int clinux_listen_abstract(const char *name, int backlog) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t count = strlen(name);
    if (count >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path + 1, name, count);
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + count);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    if (bind(descriptor, (struct sockaddr *)&address, length) || listen(descriptor, backlog)) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    return descriptor;
}

int clinux_accept(int socket) {
    return accept4(socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_notify(const char *path, const char *text, int descriptor) {
    struct sockaddr_un address;
    if (unix_address(path, &address)) return -1;
    size_t length = offsetof(struct sockaddr_un, sun_path) + strlen(path);
    if (path[0] == '@') address.sun_path[0] = 0;
    int socket_descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket_descriptor < 0) return -1;
    int failed = connect(socket_descriptor, (struct sockaddr *)&address, (socklen_t)length);
    if (!failed) failed = clinux_send(socket_descriptor, text, strlen(text), descriptor) < 0;
    int reason = errno;
    close(socket_descriptor);
    errno = reason;
    return failed ? -1 : 0;
}

extern char **environ;

void clinux_adopt_orphans(void) {
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

char *const *clinux_environment(void) {
    return environ;
}

// A child inherits both from this process when it is made, and nothing of posix_spawn sets them.
struct inherited {
    int file;
    char score[16];
    ssize_t score_length;
    int slack;
};

// Gives this process for a moment what the child is to have.
static struct inherited lend(int oom_score_adjustment) {
    struct inherited saved = {.file = -1, .slack = clinux_timer_slack()};
    // 0 is the slack that this process was started with.
    prctl(PR_SET_TIMERSLACK, 0, 0, 0, 0);
    int file = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
    if (file < 0) return saved;
    saved.score_length = pread(file, saved.score, sizeof saved.score - 1, 0);
    if (saved.score_length > 0 && atoi(saved.score) < oom_score_adjustment) {
        char text[16];
        int length = snprintf(text, sizeof text, "%d", oom_score_adjustment);
        if (pwrite(file, text, (size_t)length, 0) == length) {
            saved.file = file;
            return saved;
        }
    }
    close(file);
    return saved;
}

// Back to what it was. A score may be lowered again as far as it has been before (proc(5)).
static void take_back(struct inherited saved) {
    if (saved.slack > 0) prctl(PR_SET_TIMERSLACK, saved.slack, 0, 0, 0);
    if (saved.file < 0) return;
    ssize_t written = pwrite(saved.file, saved.score, (size_t)saved.score_length, 0);
    (void)written;
    close(saved.file);
}

int clinux_spawn(const char *const *arguments, const char *const *environment,
    int oom_score_adjustment, int input, int output, int errors) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure) {
        errno = failure;
        return -1;
    }
    failure = posix_spawnattr_init(&attributes);
    if (failure) {
        posix_spawn_file_actions_destroy(&actions);
        errno = failure;
        return -1;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    if (input >= 0 && lseek(input, 0, SEEK_SET) == 0)
        posix_spawn_file_actions_adddup2(&actions, input, 0);
    else
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (output >= 0) posix_spawn_file_actions_adddup2(&actions, output, 1);
    if (errors >= 0) posix_spawn_file_actions_adddup2(&actions, errors, 2);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    pid_t child = -1;
    struct inherited saved = lend(oom_score_adjustment);
    failure = posix_spawnp(&child, arguments[0], &actions, &attributes, (char *const *)arguments,
        (char *const *)environment);
    take_back(saved);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failure) {
        errno = failure;
        return -1;
    }
    return child;
}

int clinux_is_listening_unix_stream(int descriptor) {
    int type = 0, listening = 0, family = 0;
    socklen_t length = sizeof type;
    if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) || type != SOCK_STREAM)
        return 0;
    length = sizeof listening;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listening, &length) || !listening)
        return 0;
    length = sizeof family;
    if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &length)) return 0;
    return family == AF_UNIX;
}

uint64_t clinux_character_device(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) || !S_ISCHR(status.st_mode)) return 0;
    return status.st_rdev;
}

int clinux_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

int clinux_open(const char *path, int flags) {
    return open(path, flags | O_CLOEXEC);
}

int clinux_create(const char *path, int flags, unsigned mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

int clinux_ioctl(int descriptor, unsigned long request, void *argument) {
    return ioctl(descriptor, request, argument);
}

uint64_t clinux_raise_descriptor_limit(uint64_t wanted) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return wanted;
    if (limit.rlim_cur >= wanted) return limit.rlim_cur;
    struct rlimit raised = limit;
    raised.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &raised) ? limit.rlim_cur : raised.rlim_cur;
}

void clinux_tame_heap(void) {
    // Otherwise the limit grows with each large block that is freed, up to 32 MiB.
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
    mallopt(M_TRIM_THRESHOLD, 256 * 1024);
    mallopt(M_ARENA_MAX, 1);
}

void clinux_limit_process(int pid, uint64_t memory, uint64_t seconds) {
    struct rlimit space = {memory, memory}, time = {seconds, seconds};
    prlimit(pid, RLIMIT_AS, &space, NULL);
    prlimit(pid, RLIMIT_CPU, &time, NULL);
}

void clinux_forget_stack(void) {
    // Below this frame, where calls that have ended left their variables.
    char past[64 * 1024];
    explicit_bzero(past, sizeof past);
}

void clinux_trim_heap(void) {
    malloc_trim(0);
}

int clinux_clock_jumps(void) {
    return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

int clinux_arm_clock_jump(int descriptor) {
    struct itimerspec never = {.it_value = {.tv_sec = (time_t)1 << 40}};
    int flags = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;
    // The timer is armed with ECANCELED too: the clock has jumped since it was armed last.
    return timerfd_settime(descriptor, flags, &never, NULL) == 0 || errno == ECANCELED ? 0 : -1;
}

static locale_t usual_locale, english_locale;
static pthread_once_t locales_are_open = PTHREAD_ONCE_INIT;

static void open_locales(void) {
    english_locale = newlocale(LC_ALL_MASK, "C", NULL);
    usual_locale = newlocale(LC_TIME_MASK | LC_CTYPE_MASK, "", NULL);
    // A language that is not installed.
    if (!usual_locale) usual_locale = english_locale;
}

static struct {
    char language[40];
    locale_t locale;
} spoken[32];
static pthread_mutex_t spoken_lock = PTHREAD_MUTEX_INITIALIZER;

static locale_t open_locale(const char *names) {
    char name[64];
    for (int length; sscanf(names, "%63s%n", name, &length) == 1; names += length) {
        locale_t locale = newlocale(LC_TIME_MASK | LC_CTYPE_MASK, name, NULL);
        if (locale) return locale;
    }
    return usual_locale;
}

// Opened once, and kept: files are looked for.
static locale_t locale_of(const char *language, const char *names) {
    if (!*language || strlen(language) >= sizeof spoken->language) return usual_locale;
    locale_t locale = usual_locale;
    pthread_mutex_lock(&spoken_lock);
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++) {
        if (!*spoken[i].language) {
            strcpy(spoken[i].language, language);
            spoken[i].locale = open_locale(names);
        }
        if (strcmp(spoken[i].language, language) == 0) {
            locale = spoken[i].locale;
            break;
        }
    }
    pthread_mutex_unlock(&spoken_lock);
    return locale;
}

size_t clinux_time_text(void *text, size_t size, const char *format, int64_t seconds, _Bool is_utc,
    const char *language, const char *names) {
    pthread_once(&locales_are_open, open_locales);
    time_t time = seconds;
    struct tm parts;
    // The zone may have been set since it was read last.
    if (!is_utc) tzset();
    if (!(is_utc ? gmtime_r(&time, &parts) : localtime_r(&time, &parts))) return 0;
    locale_t locale = is_utc ? english_locale : locale_of(language, names);
    return strftime_l(text, size, format, &parts, locale);
}

static char crash_mark[4096];

static void leave_crash_mark(int number) {
    int descriptor = open(crash_mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor >= 0) close(descriptor);
    raise(number);
}

void clinux_leave_crash_mark(const char *path) {
    static char stack[16384];
    if (strlen(path) >= sizeof crash_mark) return;
    strcpy(crash_mark, path);
    // A stack that has overflowed has no room for the handler.
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {
        .sa_handler = leave_crash_mark, .sa_flags = SA_RESETHAND | SA_NODEFER | SA_ONSTACK};
    static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
    // Inherited masks may block them, and with glibc 2.41 a blocked SIGABRT ends the process without the handler.
    sigset_t unblocked;
    sigemptyset(&unblocked);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        sigaction(crashes[i], &action, NULL);
        sigaddset(&unblocked, crashes[i]);
    }
    pthread_sigmask(SIG_UNBLOCK, &unblocked, NULL);
}
