// SPDX-License-Identifier: Apache-2.0
//
// What the linker was told about the commit that a program is built from.

#pragma once

#include <stdint.h>

/// 1 for a commit as it is or 2 for one that was changed, above the first 48 bits of its name; 0 where
/// it was not said.
uint64_t crelease_commit(void);
