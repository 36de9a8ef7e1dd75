// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import PlainText

// The buttons of a group have letters of one size. It is found when the scene is made, and anew when one of the labels
// changes: then the labels of the others are asked for, and shown, together with that one.
extension Scene {
  /// The settings with the sizes of letters that their buttons have together.
  ///
  /// - Parameters:
  ///   - settings: The widgets of the scene.
  ///   - pages: The page of each of them; nil, and none at the end, for one on all of them.
  ///   - materials: Measures the labels.
  /// - Returns: The settings of the widgets, in the same order.
  mutating func sharingLetters(
    _ settings: [WidgetSettings],
    on pages: [Int?],
    from materials: any Materials
  ) -> [WidgetSettings] {
    // The label of a button that is alone in its group gives way by itself.
    letterGroups = LetterGroup.all(in: settings, on: pages, view: transform.viewSizeInPoints)
      .filter { $0.members.count > 1 }
    var shared = settings
    for group in letterGroups.indices {
      for member in letterGroups[group].members.indices {
        let widget = settings[letterGroups[group].members[member].index]
        guard let fit = try? fittingSize(of: widget, from: materials) else { continue }
        letterGroups[group].members[member].fit = fit
      }
      guard let size = letterGroups[group].sharedSize else { continue }
      for member in letterGroups[group].members { shared[member.index].shareLetters(size) }
    }
    return shared
  }

  /// Asks for what settings of the same kind want for the widget at `index`, and for the labels of the buttons whose
  /// letters get another size with it, so that all of it is made before they are in force.
  ///
  /// - Returns: True if the settings show another label, text or picture, or none any more.
  /// - Throws: ``WidgetFault`` where it cannot be had, and a request for it is refused.
  package func ask(
    _ index: Int,
    for settings: WidgetSettings,
    from materials: any Materials
  ) throws(WidgetFault) -> Bool {
    let changed: (widgets: [Lettered], group: (Int, LetterGroup)?)
    do throws(MaterialFault) {
      changed = try lettered(index, settings: settings) { (settings) throws(MaterialFault) in
        try fittingSize(of: settings, from: materials)
      }
    } catch {
      // It is being measured; or there is no font for it, so that it is left out.
      return true
    }
    var isOther = false
    for (index, settings) in changed.widgets {
      if try shelves.ask(slot(index), for: settings, from: materials) { isOther = true }
    }
    return isOther
  }

  /// Puts settings of the same kind in force for the widget at `index`, and shows the buttons whose letters get another
  /// size with it.
  package mutating func update(
    _ index: Int,
    to settings: WidgetSettings,
    from materials: any Materials,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let changed = lettered(index, settings: settings) { settings in
      (try? fittingSize(of: settings, from: materials)) ?? .infinity
    }
    if let (place, group) = changed.group { letterGroups[place] = group }
    let start = labelStart(of: index, at: instant)
    for (other, settings) in changed.widgets {
      // What waits for a level has the others wait too.
      if other != index, start > instant { holdBack(other, until: start) }
      events.widget = other
      shelves.update(
        slot(other),
        to: settings,
        from: materials,
        on: &layers,
        at: instant,
        telling: &events
      )
      settle(other, at: instant, telling: &events)
      reviewFocus(of: other, at: instant, telling: &events)
    }
    fillLabels(at: instant, telling: &events)
  }

  private typealias Lettered = (index: Int, settings: WidgetSettings)

  /// The settings of the widget at `index`, and of the buttons whose letters get another size with it, as they are to
  /// be shown; and its group, where its label is another one.
  private func lettered<Fault: Error>(
    _ index: Int,
    settings: WidgetSettings,
    fit: (WidgetSettings) throws(Fault) -> Double
  ) throws(Fault) -> (widgets: [Lettered], group: (Int, LetterGroup)?) {
    guard let before = button(index), case .button(let table) = settings else {
      return ([(index, settings)], nil)
    }
    var own = settings
    own.shareLetters(before.letterSize)
    guard !table.shownLabel.hasSameBytes(as: before.shownLabel),
      let place = letterGroups.firstIndex(where: { $0.place(of: index) != nil }),
      let member = letterGroups[place].place(of: index)
    else { return ([(index, own)], nil) }
    var group = letterGroups[place]
    group.members[member].fit = try fit(settings)
    let size = group.sharedSize
    own.shareLetters(size)
    var widgets = [(index: index, settings: own)]
    if size != before.letterSize {
      for member in group.members where member.index != index {
        guard let button = button(member.index) else { continue }
        var settings = WidgetSettings.button(button)
        settings.shareLetters(size)
        widgets.append((member.index, settings))
      }
    }
    return (widgets, (place, group))
  }

  /// The settings of the button at `index` as they are shown; nil where there is another widget.
  private func button(_ index: Int) -> ButtonSettings? {
    guard case .button(let button) = slot(index) else { return nil }
    return shelves.buttons[button].settings
  }

  private func labelStart(of index: Int, at instant: MonotonicInstant) -> MonotonicInstant {
    guard case .button(let button) = slot(index) else { return instant }
    return shelves.buttons[button].labelStart(at: instant)
  }

  /// The largest size in points, its own at most, at which the label of a button fits.
  ///
  /// - Throws: ``MaterialFault`` where it cannot be measured, or has not been yet.
  private func fittingSize(
    of widget: WidgetSettings,
    from materials: any Materials
  ) throws(MaterialFault) -> Double {
    guard case .button(let button) = widget, !button.shownLabel.isEmpty else { return .infinity }
    let frame = button.frame.resolved(in: transform.viewSizeInPoints)
    guard let line = button.lettering(in: frame.size).first else { return .infinity }
    let width = try materials.labelWidth(button.shownLabel, font: button.font)
    return line.fittingSize(ofWidth: width * line.fontSize)
  }
}

extension LetterGroup {
  /// Place among the members of the button at `index`; nil for one of another group.
  fileprivate func place(of index: Int) -> Int? { members.firstIndex { $0.index == index } }
}

extension WidgetSettings {
  /// Gives a button the size of letters of its group; nil for its own.
  fileprivate mutating func shareLetters(_ size: Double?) {
    guard case .button(var button) = self else { return }
    button.letterSize = size
    self = .button(button)
  }
}
