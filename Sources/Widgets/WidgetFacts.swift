// SPDX-License-Identifier: Apache-2.0
package import Geometry
package import JSON
package import Raster

// Values of any kind are erased by hand: Embedded Swift, which `make arm64` builds the widgets with, has
// existentials of classes only.

/// What those who speak of widgets in general know of a table, whatever its kind; see ``WidgetTable``.
package struct WidgetTableFacts {
  /// The kind's name.
  package let kind: String
  /// The id.
  package let id: String
  /// Where the widget lies.
  package let frame: FrameSettings
  /// What runs when the widget triggers; nil for nothing.
  package let program: ProgramSettings?
  /// What of a change by request may outlive the scene.
  package let kept: (WidgetChange) -> WidgetChange
  /// Whether nobody is to be told what is typed into it.
  package let isSecret: Bool

  private let readReferences: () -> [WidgetReference]
  private let picturesInSize: (Size) -> [PixelBudget.Picture]
  private let readPartSources: () -> [String]

  init<Table: WidgetTable>(_ table: Table) {
    kind = Table.kind
    id = table.id
    frame = table.frame
    program = table.program
    kept = { table.kept($0) }
    isSecret = table.isSecret
    readReferences = { table.references }
    picturesInSize = { table.pictures(in: $0) }
    readPartSources = { table.partSources }
  }

  /// The other widgets that it names.
  package var references: [WidgetReference] { readReferences() }

  /// What the widget shows of masks, text and images, in a frame of `size` points.
  package func pictures(in size: Size) -> [PixelBudget.Picture] { picturesInSize(size) }

  /// What requests have it show that takes long to make; see ``WidgetTable``.
  package var partSources: [String] { readPartSources() }
}

/// What those who speak of widgets in general know of a request, whatever its kind; see ``WidgetCall``.
package struct WidgetCallFacts {
  /// The widget that is meant; nil where there is only one of its kind.
  package let id: String?
  /// The request's method.
  package let method: String
  /// Whether the request changes what people see or what buttons do.
  package let isChange: Bool
  /// Whether there has to be a display for it.
  package let needsDisplay: Bool
  /// Whether carrying it out takes milliseconds, so that a frame that is due goes first.
  package let takesTime: Bool
  /// Whether it may set something that takes milliseconds to make.
  package let mayWantParts: Bool

  private let readParams: () -> JSONObject
  private let readChange: () -> WidgetChange
  private let readAnnouncement: () -> (type: WidgetEventType, details: WidgetEvent.Details)?

  init<Call: WidgetCall>(_ call: Call) {
    id = call.id
    method = call.method
    isChange = call.isChange
    needsDisplay = call.needsDisplay
    takesTime = call.takesTime
    mayWantParts = call.mayWantParts
    readParams = { call.params }
    readChange = { call.change }
    readAnnouncement = { call.announcement }
  }

  /// The request's parameters as they are sent.
  package var params: JSONObject { readParams() }
  /// The members that it sets, which outlive the process.
  package var change: WidgetChange { readChange() }
  /// What subscribers are told of it; nil for nothing.
  package var announcement: (type: WidgetEventType, details: WidgetEvent.Details)? {
    readAnnouncement()
  }
}
