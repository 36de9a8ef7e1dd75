// SPDX-License-Identifier: Apache-2.0
//
// The part of FoundationEssentials that ArgumentParser uses, in place of a toolchain's own, which is several
// megabytes (scripts/runtime.sh), or has no textual interface (scripts/sdk.sh). It writes no JSON:
// `--experimental-dump-help` prints an empty line.

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

public struct Data {}

public final class JSONEncoder {
  public struct OutputFormatting: OptionSet {
    public static let prettyPrinted = Self(rawValue: 1)
    public static let sortedKeys = Self(rawValue: 2)
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  private struct Unsupported: Error {}

  public var outputFormatting: OutputFormatting = []

  public init() {}

  public func encode(_ value: some Encodable) throws -> Data { throw Unsupported() }
}

extension String {
  public enum Encoding { case utf8 }

  public init?(data: Data, encoding: Encoding) { return nil }
}
