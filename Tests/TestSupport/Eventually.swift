// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Lets other threads run until `condition` holds; a test says what it waits for, and not how long.
///
/// - Parameter condition: What is asked again and again.
/// - Returns: Whether it held within two minutes, which is longer than any machine takes that works.
package func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = time(nil) + 120
  while try !condition() {
    guard time(nil) < end else { return false }
    sched_yield()
  }
  return true
}
