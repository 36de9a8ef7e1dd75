// SPDX-License-Identifier: Apache-2.0
package import Control

extension JSONRPCError {
  /// The error that tells a client of a fault.
  package init(_ fault: RequestFault) {
    switch fault {
    case .widget(let fault): self.init(fault)
    case .noDisplay(let reason): self = .noDisplay(reason)
    case .misplaced(let reason): self = .invalidRequest(reason)
    case .invalidConfiguration(let errors): self = .invalidConfiguration(errors)
    }
  }
}
