// SPDX-License-Identifier: Apache-2.0
// What Swift's runtime reads numbers with, which Embedded Swift leaves to the program.
double strtod(const char *text, char **end);

const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end == text ? 0 : end;
}
