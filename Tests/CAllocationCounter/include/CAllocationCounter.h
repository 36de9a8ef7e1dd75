// SPDX-License-Identifier: Apache-2.0
#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted: not in a build with a sanitizer, which brings its own allocator.
bool callocation_counter_works(void);

/// How many blocks the calling thread has asked the heap for since it began, never decreasing.
uint64_t callocation_counter_count(void);

/// Sends the calling thread's next allocations to a debugger: traps at each while `traps` is set.
void callocation_counter_trap(bool traps);

#endif
