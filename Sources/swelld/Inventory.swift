// SPDX-License-Identifier: Apache-2.0
import Configuration

/// What `--list` prints.
enum Inventory {
  /// Writes the machine's displays and input devices to standard output.
  static func write(_ settings: Settings) {
  }
}
