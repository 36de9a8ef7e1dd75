// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <libevdev/libevdev.h>
#include <linux/input.h>
