// SPDX-License-Identifier: Apache-2.0
internal import Control

extension JSONRPCError {
  /// The error that tells a client of a fault.
  init(_ fault: RequestFault) {
    switch fault {
    case .widget(let fault): self.init(fault)
    case .noDisplay(let reason): self = .noDisplay(reason)
    case .misplaced(let reason): self = .invalidRequest(reason)
    case .invalidConfiguration(let errors): self = .invalidConfiguration(errors)
    }
  }
}
