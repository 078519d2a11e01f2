import AppCore
import Canvas
import Library
import Localization

extension Painter {
  /// A button as a line: its key, where it has one, and its name in brackets.
  func button(
    _ name: String,
    key: String? = nil,
    isFocused: Bool = false,
    action: AppAction?
  ) -> Line {
    let style = isFocused ? ink.focus : ink.plain
    var spans = [Span("[ ", isFocused ? style : ink.faint)]
    if let key { spans.append(Span(key + " ", isFocused ? style : ink.key)) }
    spans.append(Span(name, style))
    spans.append(Span(" ]", isFocused ? style : ink.faint))
    return Line(spans, action: action)
  }

  /// A key and what it does, as one line to be pressed.
  func offer(_ command: Command, _ text: String, _ state: AppState) -> Line {
    Line(keySpans(command) + [Span(text, ink.faint)], action: state.action(of: command))
  }

  /// A command's key and a space, as a prefix; empty where it has no key.
  func keySpans(_ command: Command, _ style: Style? = nil) -> [Span] {
    texts.key(of: command).map { [Span($0 + " ", style ?? ink.key)] } ?? []
  }

  /// The Retry button with its key.
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
  /// What pressing a command's button means now.
  func action(of command: Command) -> AppAction {
    command.unavailable(in: self).map { .unavailable(command, $0) } ?? .pressed(command)
  }
}
