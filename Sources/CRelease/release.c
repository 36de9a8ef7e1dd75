// SPDX-License-Identifier: Apache-2.0

#include "CRelease.h"

// `--defsym=swell_commit_low=NUMBER` gives it an address that is the number. So a release is linked anew for
// a new commit, and nothing is compiled anew. Each number has 26 bits at most: linkers put addresses of 31
// bits into the instructions themselves.
extern const char swell_commit_high[] __attribute__((weak));
extern const char swell_commit_low[] __attribute__((weak));
// Some linkers move such an address with the program, and others do not; this one is 0 and moved with them.
extern const char swell_commit_origin[] __attribute__((weak));

static uint64_t number(const char *symbol) {
    return (uint64_t)((uintptr_t)symbol - (uintptr_t)swell_commit_origin);
}

uint64_t crelease_commit(void) {
    return number(swell_commit_high) << 24 | number(swell_commit_low);
}
