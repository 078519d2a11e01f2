import AppCore
import Canvas
import Screens
import Terminal

/// What the terminal's answers change in the running program.
extension AppLoop {
  /// Takes over what was found out since the last call.
  func noticeFindings() {
    let terminal = parts.terminal
    guard terminal.findingsRevision != seenFindings else { return }
    seenFindings = terminal.findingsRevision
    let viewport = Viewport(terminal.size)
    if viewport != engine.state.viewport { engine.deliver(.resized(viewport)) }
    if parts.followsBackground, let isDark = terminal.findings.isDark { follow(isDark: isDark) }
  }

  private func follow(isDark: Bool) {
    let theme = (isDark ? Theme.dark : .light).reduced(to: parts.terminal.colors)
    guard theme != context.theme else { return }
    context.theme = theme
    invalidate()
  }
}
