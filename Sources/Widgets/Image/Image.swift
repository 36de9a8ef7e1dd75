// SPDX-License-Identifier: Apache-2.0
internal import Geometry
package import MonotonicTime
internal import Motion
package import Raster

/// An image with colours of its own, of which one fades into the next.
package struct Image: FadingWithFrame {
  package static let eventTypes: [WidgetEventType] = []

  package private(set) var settings: ImageSettings

  private let place: WidgetPlace
  private let layer: LayerID<PictureLayer>
  /// The elastic frame beneath the image; nil for none.
  package var elastic: ElasticFrame?
  package var fade: Fade
  /// The new picture's share of a mix, 0 … 1.
  private var mix = Transition(restingAt: 1)
  /// Seconds and curve by which the next picture takes the place of this one.
  private var change: (over: Double, curve: Curve)?
  /// The picture that was asked for while another one was coming: it follows that one.
  private var next: (picture: Picture, over: Double, curve: Curve)?
  /// The state that was handed to the layer last; nil before the first frame.
  private var shown: Shown?

  private struct Shown: Equatable {
    var opacity: Double
    var share: Double
  }

  package init(
    _ settings: ImageSettings,
    in place: WidgetPlace,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    self.settings = settings
    self.place = place
    fade = Fade(isVisible: settings.isVisible, isEnabled: settings.isEnabled)
    elastic = ElasticFrame(
      settings.elastic,
      in: place,
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      on: &layers,
      at: instant
    )
    layer = layers.add(PictureLayer())
    layers.setPicture(picture(materials), of: layer)
  }

  /// The picture in force; none where it cannot be had.
  private func picture(_ materials: any Materials) -> Picture {
    do throws(MaterialFault) {
      return try picture(by: settings, from: materials)
    } catch {
      materials.complain(omission(error))
      return .none
    }
  }

  private func picture(
    by settings: ImageSettings,
    from materials: any Materials
  ) throws(MaterialFault) -> Picture {
    let path = settings.shownFile
    guard !path.isEmpty else { return .none }
    return try materials.picture(
      path,
      edition: settings.fileNumber,
      fit: settings.fit,
      in: place.pixels,
      radius: settings.cornerRadius * place.scale,
      transform: place.transform
    )
  }

  private func omission(_ fault: MaterialFault) -> String {
    "the image of \"\(settings.id)\" is left out: \(fault.reason)"
  }

  // MARK: - Time

  package func isMoving(at instant: MonotonicInstant) -> Bool {
    isFrameMoving(at: instant)
      || fade.isVisible && (mix.isMoving(at: instant) || next != nil)
  }

  // MARK: - Requests

  /// The file has been said to be there.
  package func ask(
    for settings: ImageSettings,
    from materials: any Materials
  ) throws(WidgetFault) -> Bool {
    guard settings.fileNumber != self.settings.fileNumber else { return false }
    do throws(MaterialFault) {
      _ = try picture(by: settings, from: materials)
      return true
    } catch {
      throw .badParameter("file", must: "must be an image that can be shown; \(omission(error))")
    }
  }

  package mutating func update(
    to settings: ImageSettings,
    from materials: any Materials,
    on layers: inout LayerStack,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) {
    let before = self.settings
    self.settings = settings
    if settings.fileNumber != before.fileNumber {
      let (over, curve) = change ?? (settings.changeDuration, settings.ease)
      change = nil
      show(picture(materials), over: over, by: curve, on: &layers, at: instant)
    }
    set(
      isVisible: settings.isVisible,
      isEnabled: settings.isEnabled,
      over: events.fading,
      at: instant
    )
    events.needsFrame = true
  }

  private mutating func show(
    _ picture: Picture,
    over seconds: Double,
    by curve: Curve,
    on layers: inout LayerStack,
    at instant: MonotonicInstant
  ) {
    guard seconds > 0, fade.isVisible, shown?.opacity ?? 0 > 0 else {
      next = nil
      mix = Transition(restingAt: 1)
      layers.setPicture(picture, of: layer)
      return
    }
    // Both pictures of a mix would have to become one, which takes longer than a frame may.
    guard !mix.isMoving(at: instant) else {
      next = (picture, seconds, curve)
      return
    }
    mix = Transition(restingAt: 0)
    mix.retarget(to: 1, over: seconds, curve: curve, at: instant)
    layers.mixPicture(picture, of: layer)
  }

  package mutating func perform(
    _ call: ImageCall,
    at instant: MonotonicInstant,
    telling events: inout WidgetEvents
  ) throws(WidgetFault) {
    // The file is put in force next.
    guard case .set(_, _, let over, let ease) = call else { return }
    change = (over ?? settings.changeDuration, ease?.curve ?? settings.ease)
  }

  package static let facts: [Fact<Seen<Self>>] = [
    Fact("file", in: "status", "get") { $0.settings.shownFile }
  ]

  // MARK: - Frames

  package mutating func show(at instant: MonotonicInstant, in layers: inout LayerStack) {
    elastic?.show(at: instant, in: &layers)
    if let next, !mix.isMoving(at: instant) {
      self.next = nil
      // From the last whole picture on; a stall lands within the next one.
      let begin = mix.end
      mix = Transition(restingAt: 0)
      mix.retarget(to: 1, over: next.over, curve: next.curve, at: begin)
      layers.mixPicture(next.picture, of: layer)
    }
    let now = Shown(opacity: fade.opacity(at: instant), share: mix.value(at: instant))
    guard now != shown else { return }
    shown = now
    layers.setShare(now.share, of: layer)
    layers.setOpacity(now.opacity, of: layer)
  }
}
