// SPDX-License-Identifier: Apache-2.0
internal import Control
internal import MonotonicTime
internal import Widgets

// Programs whose lines widgets show: they are asked for as those of buttons, and never wait for a finger.
extension Server {
  /// Tells if the widget at `index` shows the output of its program.
  func isSource(_ index: Int) -> Bool { widgets.programs[index]?.repeats != nil }

  /// Follows what the configuration says; `grace` is what new programs wait for.
  func reviewSources(after grace: MonotonicInterval = .zero, at now: MonotonicInstant) {
    guard host.jobLauncher != nil else { return }
    let sources = widgets.programs.enumerated().compactMap { index, program in
      program?.repeats.map { interval in
        SourceSchedule.Source(
          id: widgets.names.ids[index],
          command: program?.arguments ?? [],
          interval: interval
        )
      }
    }
    for id in programs.sources.replace(by: sources, after: grace, at: now) {
      let actions = programs.jobs.cancel(id, at: now)
      if let index = widgets.names.index(of: id) {
        carryOut(actions, of: index, at: now)
      } else if !actions.isEmpty {
        // The runner of a widget that has gone hears of it all the same.
        publish(.job(.cancelling, status: programs.jobs.status(of: id)), id: id, at: now)
      }
    }
  }

  /// Has the programs run whose time has come.
  func startSourcesDue(at now: MonotonicInstant) {
    while let id = programs.sources.takeDue(at: now) {
      if let index = widgets.names.index(of: id) { planProgram(of: index, input: nil) }
    }
  }
}
