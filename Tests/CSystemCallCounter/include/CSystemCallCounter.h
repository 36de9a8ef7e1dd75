// SPDX-License-Identifier: Apache-2.0
#ifndef CSYSTEMCALLCOUNTER_H
#define CSYSTEMCALLCOUNTER_H

#include <stdint.h>

/// Begins to count the calling thread's system calls, by a process that traces it from now on.
///
/// Each call then takes some microseconds longer. Returns 0, else -1 and errno: EPERM where one
/// process may not trace another, or where a debugger already does.
int csystem_call_counter_start(void);

/// How many system calls that thread has begun since; 0 before the start.
///
/// clock_gettime is left out: it only reaches the kernel on machines whose clock cannot be read
/// without it.
uint64_t csystem_call_counter_count(void);

#endif
