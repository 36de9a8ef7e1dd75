// SPDX-License-Identifier: Apache-2.0
// Counts one thread's system calls with ptrace(2), which needs no privilege and sees every call.
//
//   this process                         its child, the tracer
//   start ── fork ─────────────────────▶ PTRACE_SEIZE the thread, PTRACE_INTERRUPT
//     │ waits for the pipe               stop ─▶ PTRACE_SYSCALL ─▶ stop at the next call's entry:
//     ◀──────────────────────── attached      counted in shared memory ─▶ PTRACE_SYSCALL ─▶ …
#define _GNU_SOURCE
#include "CSystemCallCounter.h"
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Shared with the tracer.
static _Atomic uint64_t *count;

uint64_t csystem_call_counter_count(void) {
    return count ? atomic_load(count) : 0;
}

// What the stopped thread is to be given with its next step: a signal, or 0.
static long look_at(pid_t thread, int status) {
    int signal = WSTOPSIG(status);
    if (signal == (SIGTRAP | 0x80)) {
        struct __ptrace_syscall_info info;
        long size = ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info);
        if (size > 0 && info.op == PTRACE_SYSCALL_INFO_ENTRY && info.entry.nr != SYS_clock_gettime)
            atomic_fetch_add(count, 1);
        return 0;
    }
    // A stop of the tracer's own making (PTRACE_EVENT_STOP), not a signal on its way.
    return status >> 16 ? 0 : signal;
}

static void trace(pid_t thread, int report) {
    int failure = 0;
    if (ptrace(PTRACE_SEIZE, thread, 0, PTRACE_O_TRACESYSGOOD)
        || ptrace(PTRACE_INTERRUPT, thread, 0, 0))
        failure = errno;
    int status = 0;
    if (!failure && waitpid(thread, &status, __WALL) == thread && WIFSTOPPED(status))
        ptrace(PTRACE_SYSCALL, thread, 0, 0);
    if (write(report, &failure, sizeof failure) != sizeof failure || failure) return;
    while (waitpid(thread, &status, __WALL) == thread && WIFSTOPPED(status))
        ptrace(PTRACE_SYSCALL, thread, 0, look_at(thread, status));
}

int csystem_call_counter_start(void) {
    void *page =
        mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int report[2];
    if (page == MAP_FAILED || pipe(report)) return -1;
    count = page;
    // Where Yama lets only ancestors trace, the thread has to agree; elsewhere this fails unheeded.
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    pid_t thread = gettid();
    pid_t tracer = fork();
    if (tracer == 0) {
        // Without the traced thread there is nothing to do.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        trace(thread, report[1]);
        _exit(0);
    }
    close(report[1]);
    int failure = errno;
    if (tracer > 0 && read(report[0], &failure, sizeof failure) != sizeof failure) failure = ECHILD;
    close(report[0]);
    errno = failure;
    return failure ? -1 : 0;
}
