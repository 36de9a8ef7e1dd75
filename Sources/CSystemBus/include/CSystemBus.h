// SPDX-License-Identifier: Apache-2.0
// D-Bus as followers need it, by libsystemd's sd-bus. The library is opened when it is first needed: a client
// that steers the daemon does without it, and without the five libraries that it brings along.
#pragma once
#include <stdint.h>

/// A connection.
struct csystembus;

/// The kind of an event.
enum csystembus_kind {
    /// RAUC's name has an owner now, or none any more: `number` is 1 or 0.
    CSYSTEMBUS_OWNER,
    /// Properties of RAUC: `has_…` tells which. `number` is 1 where all of them were asked for.
    CSYSTEMBUS_RAUC,
    /// RAUC's signal Completed; `number` is its result.
    CSYSTEMBUS_COMPLETED,
    /// systemd's Progress, in `fraction`.
    CSYSTEMBUS_PROGRESS,
    /// systemd's SystemState, in `text`.
    CSYSTEMBUS_STATE,
};

/// One thing that was heard; texts are cut where they are too long, and end with NUL.
struct csystembus_event {
    int kind;
    int number;
    double fraction;
    int has_operation, has_progress, has_error;
    int percent;
    char text[32];
    char message[512];
    char error[1024];
};

/// Connects to the system bus, or to systemd itself at its private socket; 0 or a negative errno, -ELIBACC
/// where libsystemd is missing. Nothing waits.
int csystembus_open(struct csystembus **bus, int is_private);

/// Ends the connection.
void csystembus_close(struct csystembus *bus);

/// Asks to be told of RAUC, and for how it is doing now; 0 or a negative errno.
int csystembus_follow_rauc(struct csystembus *bus);

/// Asks systemd how far the boot is; 0 or a negative errno.
int csystembus_ask_boot(struct csystembus *bus);

/// Takes the next thing that was heard: 1, 0 when there is nothing now, or a negative errno when the
/// connection is lost.
int csystembus_next(struct csystembus *bus, struct csystembus_event *event);

/// The descriptor to be waited for; -1 without one.
int csystembus_descriptor(struct csystembus *bus);

/// The events to wait for, as poll(2) has them.
uint32_t csystembus_interest(struct csystembus *bus);

/// Time at which csystembus_next is to be called at the latest, in microseconds of CLOCK_MONOTONIC;
/// UINT64_MAX for never.
uint64_t csystembus_deadline(struct csystembus *bus);
