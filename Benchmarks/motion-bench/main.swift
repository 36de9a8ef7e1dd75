// SPDX-License-Identifier: Apache-2.0

// `motion-bench`: what evaluating springs, curves and timings costs, in nanoseconds.

let clock = ContinuousClock()
let iterations = 200_000
let runs = 9

func column(_ nanoseconds: Double) -> String {
  let tenths = Int((nanoseconds * 10).rounded())
  let text = "\(tenths / 10).\(tenths % 10)"
  return String(repeating: " ", count: max(9 - text.count, 0)) + text
}

print("     best   median   nanoseconds each, \(runs) runs of \(iterations)")
var checksum = 0.0
for benchmark in MotionBenchmarks.all {
  checksum += benchmark.run(iterations / 10)
  let times = (0..<runs).map { _ in
    let duration = clock.measure { checksum += benchmark.run(iterations) }
    return duration / .nanoseconds(1) / Double(iterations)
  }.sorted()
  print(column(times[0]) + column(times[runs / 2]) + "   " + benchmark.name)
}
// Printed so that no evaluation can be left out.
print("checksum \(checksum)")
