// SPDX-License-Identifier: Apache-2.0
import Geometry
import Glibc
import KMS
import LinuxSystem

/// The card of `--card PATH`, in whose memory everything is painted then.
///
/// Nothing is shown, so that it works beside a daemon that shows something.
enum BenchCard {
  private static let option = "--card"

  /// The words of the command line without the option and its path.
  static let words: [String] = {
    var words = Array(CommandLine.arguments.dropFirst())
    guard let index = words.firstIndex(of: option) else { return words }
    words.removeSubrange(index..<min(index + 2, words.endIndex))
    return words
  }()

  /// The card; `nil` where ordinary memory is measured.
  ///
  /// One thread paints and measures.
  nonisolated(unsafe) static let device: DRMDevice? = {
    guard let index = CommandLine.arguments.firstIndex(of: option) else { return nil }
    guard let path = CommandLine.arguments.dropFirst(index + 1).first else {
      end("\(option) wants the path of a card, such as /dev/dri/card0", status: 64)
    }
    do throws(KMSError) {
      return try DRMDevice.open(path)
    } catch {
      end("\(error)", status: 69)
    }
  }()

  /// Opens the card, or ends the program with a sentence, before anything is measured.
  static func open() { _ = unsafe device }

  /// Whether pictures in this format are measured: a card need not have it.
  static func takes(_ format: PixelFormat) -> Bool {
    guard let device = unsafe device else { return true }
    let size = PixelSize(width: 64, height: 64)
    guard let buffer = try? device.makeBuffer(size, format: format, padsRows: false) else {
      return false
    }
    device.releaseBuffer(buffer, keepingPicture: false)
    return true
  }

  /// A buffer of the card, its rows apart as the daemon has them.
  static func makeBuffer(_ size: PixelSize, _ format: PixelFormat) -> BufferAllocation {
    guard let device = unsafe device else { preconditionFailure("there is no card") }
    if let buffer = try? device.makeBuffer(size, format: format, padsRows: true) { return buffer }
    do throws(KMSError) {
      return try device.makeBuffer(size, format: format, padsRows: false)
    } catch {
      end("\(size.width)x\(size.height): \(error)", status: 69)
    }
  }

  /// How writing and reading the card's memory compares with ordinary memory, full buffers in turns.
  static func compare(_ size: PixelSize, _ report: inout Report) {
    guard unsafe device != nil else { return }
    var card = ScanoutMemory(size: size, format: .xrgb8888)
    var plain = ScanoutMemory(size: size, format: .xrgb8888, isOrdinary: true)
    var target = ScanoutMemory(size: size, format: .xrgb8888, isOrdinary: true)
    var times = (0..<4).map { _ in Stopwatch(capacity: 100) }
    for _ in 0..<24 {
      times[0].measure { plain.set([size.bounds]) }
      times[1].measure { card.set([size.bounds]) }
      times[2].measure { target.copy([size.bounds], from: plain) }
      times[3].measure { target.copy([size.bounds], from: card) }
    }
    let name = "\(size.width)x\(size.height)"
    let memset = times[0].median
    for (mode, watch) in zip(["written", "read by memcpy"], [times[1], times[3]]) {
      let plain = mode == "written" ? memset : times[2].median
      report.add(
        "card memory",
        size: name,
        mode: mode,
        median: watch.median,
        reference: Report.Reference(name: "ordinary memory", median: plain)
      )
    }
  }

  private static func end(_ sentence: String, status: CInt) -> Never {
    StandardError.write(line: "swell-bench: \(sentence)")
    exit(status)
  }
}
