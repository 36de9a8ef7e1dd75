// SPDX-License-Identifier: Apache-2.0
import LayerTrials

/// Reads bytes as a configuration of widgets of any kind, and as what files, clients, fingers and keys do
/// to them while frames are painted.
///
/// Beyond not crashing: what painting changes leaves in a buffer is what painting everything gives.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var choices = unsafe ByteScript(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
  if let fault = SceneRun.fault(by: &choices) { fatalError(fault) }
  return 0
}
