// SPDX-License-Identifier: Apache-2.0
//
// Tells ThreadSanitizer of Swift's `Mutex`. An uncontended lock is atomic code that is built into the caller,
// which the sanitizer sees. A contended one is handed over by the kernel, asked from the toolchain's library,
// which it does not: what the lock orders would be reported as a race, whenever two threads happen to meet.
// `scripts/sanitize.sh` links these two in front of the library's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT_METHOD __attribute__((swiftcall, visibility("default")))
#define SELF __attribute__((swift_context)) void *

void __tsan_acquire(void *address);
void __tsan_release(void *address);

typedef __attribute__((swiftcall)) void (*LockSlow)(uint32_t thread, SELF mutex);
typedef __attribute__((swiftcall)) void (*UnlockSlow)(SELF mutex);

static void *original(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

SWIFT_METHOD void lockSlow(uint32_t thread, SELF mutex) __asm__(LOCK_SLOW);
SWIFT_METHOD void lockSlow(uint32_t thread, SELF mutex) {
    ((LockSlow)original(LOCK_SLOW))(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT_METHOD void unlockSlow(SELF mutex) __asm__(UNLOCK_SLOW);
SWIFT_METHOD void unlockSlow(SELF mutex) {
    __tsan_release(mutex);
    ((UnlockSlow)original(UNLOCK_SLOW))(mutex);
}
