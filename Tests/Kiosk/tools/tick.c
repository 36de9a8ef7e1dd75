// SPDX-License-Identifier: Apache-2.0
//
// Says how punctual the machine itself is: wakes 60 times a second and does next to nothing.
//
// tick SECONDS      prints how many wakeups there were, and how many came more than a quarter of
//                   their interval too late

#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: tick SECONDS\n");
        return 64;
    }
    const long interval = 16666667;
    prctl(PR_SET_TIMERSLACK, 1);
    int ticks = (int)(atof(arguments[1]) * 60), late = 0;
    struct timespec due, now;
    clock_gettime(CLOCK_MONOTONIC, &due);
    for (int i = 0; i < ticks; i++) {
        due.tv_nsec += interval;
        if (due.tv_nsec >= 1000000000) {
            due.tv_nsec -= 1000000000;
            due.tv_sec++;
        }
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
        long lateness = (now.tv_sec - due.tv_sec) * 1000000000 + now.tv_nsec - due.tv_nsec;
        late += lateness > interval / 4;
    }
    printf("%d %d\n", ticks, late);
    return 0;
}
