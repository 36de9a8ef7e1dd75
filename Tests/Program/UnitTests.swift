// SPDX-License-Identifier: Apache-2.0
import Testing

/// Runs the tests that are linked with it, by the options of `swift test` that Swift Testing knows.
@main
struct UnitTests {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
