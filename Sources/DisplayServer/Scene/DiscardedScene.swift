// SPDX-License-Identifier: Apache-2.0
internal import Synchronization
internal import Widgets

/// A scene whose place another one has taken, until its memory is given back beside the loop: masks and
/// texts by the hundred take longer than a turn may.
final class DiscardedScene: Sendable {
  private let scene = Mutex<Scene?>(nil)

  /// Holds `scene` in place of one that it held.
  func hold(_ scene: consuming Scene?) {
    scene = self.scene.withLock { held in
      let before = held
      held = scene
      return before
    }
  }

  /// Gives the scene's memory back.
  func giveBack() { hold(nil) }
}
