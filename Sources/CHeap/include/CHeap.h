// SPDX-License-Identifier: Apache-2.0
// The heap of a program that forgets what it frees; for programs, since it takes the C library's place in them.
#ifndef CHEAP_H
#define CHEAP_H

/// Has memory that is freed from now on overwritten at once where it may have held a text, blocks of less than
/// 256 KiB, by every library of the process and for as long as it lives; from any thread.
void cheap_forget_what_is_freed(void);

#endif
