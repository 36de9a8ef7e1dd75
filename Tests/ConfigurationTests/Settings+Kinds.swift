// SPDX-License-Identifier: Apache-2.0
import TOMLReading
import Configuration
import Widgets

extension Settings {
  /// The buttons in the order of the file.
  var buttons: [ButtonSettings] {
    widgets.compactMap { if case .button(let button) = $0 { button } else { nil } }
  }

  /// The progress indicators in the order of the file.
  var progresses: [ProgressSettings] {
    widgets.compactMap { if case .progress(let progress) = $0 { progress } else { nil } }
  }
}
