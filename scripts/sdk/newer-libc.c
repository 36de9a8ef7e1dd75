// SPDX-License-Identifier: Apache-2.0
//
// Functions of C libraries after Debian 12's that Swift's runtime for arm64 was linked with.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count = vsscanf(text, format, arguments);
    va_end(arguments);
    return count;
}

long __isoc23_strtol(const char *text, char **end, int base) {
    return strtol(text, end, base);
}

long long __isoc23_strtoll(const char *text, char **end, int base) {
    return strtoll(text, end, base);
}

size_t strlcpy(char *target, const char *source, size_t size) {
    size_t length = strlen(source);
    if (size > 0) {
        size_t count = length < size ? length : size - 1;
        memcpy(target, source, count);
        target[count] = '\0';
    }
    return length;
}
