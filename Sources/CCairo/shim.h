// SPDX-License-Identifier: Apache-2.0
// The reference renderer of tests and benchmarks; nothing that is installed uses it.
#pragma once
#include <cairo.h>
