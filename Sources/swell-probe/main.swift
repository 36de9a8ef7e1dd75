// SPDX-License-Identifier: Apache-2.0

// Answers questions about numbers and frames: JSON objects on standard input, one a line, and an
// answer to each on standard output, in order. See docs/motion.md.

import Glibc

while let line = readLine() {
  print(Probe.answer(to: line))
  // The caller may wait for each answer before the next question.
  fflush(nil)
}
