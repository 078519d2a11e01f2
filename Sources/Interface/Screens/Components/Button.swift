import AppCore
import Canvas
import Localization

extension Painter {
  /// Returns a button as a line: its name in brackets, after its key if it has one.
  func button(
    _ name: String,
    key: String? = nil,
    isFocused: Bool = false,
    action: AppAction?
  ) -> Line {
    let style = isFocused ? ink.focus : ink.plain
    let start = isFocused && glyphs.isPlain ? "[" + glyphs.pointer : "[ "
    var spans = [Span(start, isFocused ? style : ink.faint)]
    if let key { spans.append(Span(key + " ", isFocused ? style : ink.key)) }
    spans.append(Span(name, style))
    spans.append(Span(" ]", isFocused ? style : ink.faint))
    return Line(spans, action: action)
  }

  /// Returns a command's key and a description, as a line that can be pressed.
  func offer(_ command: Command, _ text: String, _ state: AppState) -> Line {
    Line(keySpans(command) + [Span(text, ink.faint)], action: state.action(of: command))
  }

  /// Returns a command's key and a space, as a prefix; empty if it has no key.
  func keySpans(_ command: Command, _ style: Style? = nil) -> [Span] {
    texts.key(of: command).map { [Span($0 + " ", style ?? ink.key)] } ?? []
  }

  /// Returns the sign-out button with its key.
  func signOutButton(_ state: AppState) -> Line {
    button(
      texts.command(.signOut).description,
      key: texts.key(of: .signOut),
      isFocused: state.isSignOutFocused,
      action: .profile(.signOutPressed)
    )
  }

  /// Returns the Retry button with its key.
  func retryButton(
    _ action: AppAction,
    title: String? = nil,
    hasKey: Bool = true,
    isFocused: Bool = false
  ) -> Line {
    button(
      title ?? texts.button(.retry),
      key: hasKey ? texts.key(of: .refresh) : nil,
      isFocused: isFocused,
      action: action
    )
  }
}

extension AppState {
  /// Returns the action of a command's button: the command, or the reason why it is unavailable
  /// now.
  func action(of command: Command) -> AppAction {
    command.unavailable(in: self).map { .unavailable(command, $0) } ?? .pressed(command)
  }
}
