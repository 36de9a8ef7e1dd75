// SPDX-License-Identifier: Apache-2.0

/// A key path written out, for `make arm64`.
package struct MemberPath<Root, Value>: Sendable {
  let get: @Sendable (Root) -> Value
  let set: @Sendable (inout Root, Value) -> Void
}
