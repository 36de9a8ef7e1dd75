# SPDX-License-Identifier: Apache-2.0
"""How long a machine is waited for. Limits are for one that answers in ten seconds; one that has taken 30, on
an emulated processor or beside other work, gets three times as long for all that follows."""

import time
import types

USUAL = 10
_newest = types.SimpleNamespace(factor=1.0)


def measure(seconds):
    """Takes over how many seconds the newest machine's boot has taken."""
    _newest.factor = max(1.0, seconds / USUAL)


def stretched(limit):
    """The limit that becomes of one of so many seconds."""
    return limit * _newest.factor


def deadline(limit):
    """The time by `time.monotonic` at which a wait of so many seconds that begins now is given up."""
    return time.monotonic() + stretched(limit)
