// SPDX-License-Identifier: Apache-2.0
// Kernel interfaces that Swift's Glibc module does not export, and macros that need a function.
#pragma once
#include <stdint.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

/// epoll_wait with a timeout in nanoseconds, -1 for none; rounds up to milliseconds on kernels
/// before 5.11.
int clinux_epoll_wait(int set, struct epoll_event *events, int count, int64_t nanoseconds);

/// Asks the kernel to wake this thread as close to its timeouts as it can.
void clinux_set_least_timer_slack(void);

/// Longest delay with which this thread may be woken, in nanoseconds.
int clinux_timer_slack(void);

/// Sends bytes and at most one descriptor (-1 for none) with MSG_NOSIGNAL; returns as sendmsg.
ssize_t clinux_send(int socket, const void *bytes, size_t count, int descriptor);

/// Sends what fits at once, with MSG_DONTWAIT and MSG_NOSIGNAL; returns as send.
ssize_t clinux_send_at_once(int socket, const void *bytes, size_t count);

/// The most descriptors that the kernel lets one message carry (SCM_MAX_FD).
#define CLINUX_MOST_PASSED 253

/// Receives bytes, and the descriptors that came with them into an array of CLINUX_MOST_PASSED; `passed` is
/// how many did. Returns as recvmsg.
ssize_t clinux_receive(int socket, void *bytes, size_t count, int *descriptors, ptrdiff_t *passed);

/// Closes a descriptor of whatever kind, which may take as long as its kind likes.
void clinux_dispose(int descriptor);

/// A memfd of `count` zero bytes that can still be sealed; -1 and errno.
int clinux_sealable_memory(const char *name, size_t count);

/// Seals a memfd against every change; 0 or -1 and errno, EBUSY while it is mapped for writing.
int clinux_seal(int descriptor);

/// A memfd of `count` zero bytes that can be written but not resized; -1 and errno.
int clinux_memory(const char *name, size_t count);

/// A descriptor that becomes readable when eight bytes are written to it (eventfd); -1 and errno.
int clinux_eventfd(void);

/// A descriptor for clinux_arm_clock_jump (timerfd); -1 and errno.
int clinux_clock_jumps(void);

/// Makes the descriptor readable when the wall clock is set, or goes on after sleep
/// (TFD_TIMER_CANCEL_ON_SET), and not before. 0, or -1 and errno.
int clinux_arm_clock_jump(int descriptor);

/// Writes seconds since 1970 by a format of strftime: in UTC and English, or in the time zone as it is
/// set now and a language: by the first of the locales, whose names are set apart by spaces, that is
/// installed, else in the language of LC_TIME, as with an empty one. Returns the bytes written, 0 for
/// none.
size_t clinux_time_text(void *text, size_t size, const char *format, int64_t seconds, _Bool is_utc,
    const char *language, const char *names);

/// Process and user of a connected Unix socket's peer (SO_PEERCRED); 0 or -1 and errno.
int clinux_peer_credentials(int socket, int *pid, unsigned *uid);

/// Connects a new SOCK_STREAM|CLOEXEC Unix socket, and waits at most `nanoseconds` for a place in the
/// listener's queue (0 for not at all); -1 and errno, EAGAIN when there was none.
int clinux_connect_unix(const char *path, int64_t nanoseconds);

/// poll(2) for the `events` of each descriptor, with a timeout in nanoseconds, -1 for none; their
/// place is taken by what came of it. Returns as poll.
int clinux_poll(const int *descriptors, uint32_t *events, size_t count, int64_t nanoseconds);

/// Binds and listens on a new nonblocking Unix stream socket with `mode`; -1 and errno.
int clinux_listen_unix(const char *path, unsigned mode, int backlog);

/// Binds and listens on a new nonblocking Unix stream socket with a name in the abstract namespace, as many
/// bytes long as the text is; -1 and errno.
int clinux_listen_abstract(const char *name, int backlog);

/// The path that a Unix socket is bound to, of at most 107 bytes; 0, or -1 where it has none.
int clinux_socket_path(int socket, char *path);

/// Locks an open file for this process, without waiting (F_OFD_SETLK); 0 or -1 and errno.
int clinux_lock(int descriptor);

/// Tells if another open file has locked this one (F_OFD_GETLK).
int clinux_is_locked(int descriptor);

/// accept4 with SOCK_NONBLOCK and SOCK_CLOEXEC.
int clinux_accept(int socket);

/// Sends one datagram to a Unix socket address, not waiting; a leading '@' stands for the abstract
/// namespace. `descriptor` -1 for none. 0 or -1 and errno, EAGAIN when there is no room for it now.
int clinux_notify(const char *address, const char *message, int descriptor);

/// Starts `arguments` (NULL-ended) in a new session with standard input from the file `input` from its
/// beginning on (-1 for /dev/null), an empty signal mask, default signal actions, usual timer slack, this
/// environment (NULL-ended), and no descriptor above 2; returns the pid or -1 and errno. When memory runs
/// out it is killed at `oom_score_adjustment`, -1000 ... 1000, unless this process is to be killed sooner
/// itself. `output` and `errors` become its descriptors 1 and 2; -1 for this process's own.
int clinux_spawn(const char *const *arguments, const char *const *environment,
    int oom_score_adjustment, int input, int output, int errors);

/// pipe2 with O_CLOEXEC: where to read, and where to write.
int clinux_pipe(int ends[2]);

/// Makes this process the parent of descendants whose own parents have ended.
void clinux_adopt_orphans(void);

/// The variables of this process, NULL-ended.
char *const *clinux_environment(void);

/// Kind of object that a descriptor is: 1 a listening Unix stream socket, 0 anything else.
int clinux_is_listening_unix_stream(int descriptor);

/// Device number of a character device's descriptor, 0 for anything else.
uint64_t clinux_character_device(int descriptor);

/// open(2) with O_CLOEXEC added; -1 and errno.
int clinux_open(const char *path, int flags);

/// open(2) of a file that may be made, with O_CLOEXEC added; -1 and errno.
int clinux_create(const char *path, int flags, unsigned mode);

/// ioctl(2) with a pointer argument.
int clinux_ioctl(int descriptor, unsigned long request, void *argument);

/// Allows this process `wanted` open files, as far as it may; returns how many it may have then.
uint64_t clinux_raise_descriptor_limit(uint64_t wanted);

/// Has large blocks of the heap given back to the system as soon as they are freed, however many there
/// have been, and all threads share one heap; to be called before there are others.
void clinux_tame_heap(void);

/// Gives back to the system what is free in the heap, wherever it lies.
void clinux_trim_heap(void);

/// Limits the address space, in bytes, and the processor time, in seconds, of a process that has been started.
void clinux_limit_process(int pid, uint64_t memory, uint64_t seconds);

/// Overwrites what calls that have ended left on this thread's stack, 64 KiB deep.
void clinux_forget_stack(void);

/// Has this process make an empty file at `path` when a signal ends it that a program brings upon itself, or the
/// watchdog's SIGABRT; by calls that are safe in a signal handler. A path of 4096 bytes or more is left out.
void clinux_leave_crash_mark(const char *path);
