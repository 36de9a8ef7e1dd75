// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite("Traces")
struct TraceTests {
  @Test("A trace comes out as its file says", arguments: try Trace.all())
  func trace(_ trace: Trace) throws {
    #expect(!trace.records.isEmpty && !trace.expected.isEmpty)
    let (outputs, mismatch) = try trace.play()
    #expect(outputs == trace.expected)
    #expect(mismatch == trace.mismatch)
  }

  @Test("All traces are found")
  func count() throws { #expect(try Trace.all().count == 17) }
}
