// SPDX-License-Identifier: Apache-2.0
// What the pure modules and the program here call of Debian's C library for aarch64, which has no module
// for Embedded Swift.
double exp(double x);
double expm1(double x);
double log(double x);
double sin(double x);
double cos(double x);
double cbrt(double x);
double exp2(double x);
double hypot(double x, double y);
long read(int descriptor, void *bytes, unsigned long count);
