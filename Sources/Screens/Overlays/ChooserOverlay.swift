import AppCore
import Canvas
import Library
import Localization
import Model

/// Topics or collections to choose one from, and the line that finds them.
enum ChooserOverlay {
  static func draw(_ painter: inout Painter, _ state: AppState, _ chooser: ChooserState) {
    let choices = state.choices(of: chooser)
    let load = state.offers(of: chooser.subject).load
    let box = FilterBox(
      place: .chooser,
      title: ServiceText.line(painter.texts.chooser(chooser.subject)),
      line: chooser.line,
      prompt: painter.texts.chooserPrompt,
      count: choices.count,
      focus: min(chooser.focus, max(0, choices.count - 1)),
      nothing: nothing(painter, chooser, load),
      note: note(painter, load)
    )
    box.draw(&painter) { painter, index, rect in
      let offer = choices[index]
      let isFocused = index == chooser.focus
      let isShown = chooser.subject == .topics && offer.list == state.source
      let ink = painter.ink
      let total = offer.info.total.map(painter.texts.number) ?? ""
      painter.row(
        painter.title(of: offer.list, offer.info),
        total,
        isFocused: isFocused,
        style: isFocused ? ink.focus : isShown ? ink.strong : ink.plain,
        endStyle: isFocused ? ink.focus : ink.faint,
        in: rect
      )
      painter.hit(rect, .overlay(.listPressed(offer.list), in: .chooser))
    }
  }

  private static func nothing(
    _ painter: Painter,
    _ chooser: ChooserState,
    _ load: PhotoList.Load
  ) -> Line {
    switch load {
    case .loading: .busy(painter.texts[.loadingFeed], painter.ink.faint)
    // Letters are text here.
    case .failed:
      painter.button(
        painter.texts.button(.retry),
        key: painter.texts.key(of: .open),
        isFocused: true,
        action: .overlay(.retryPressed, in: .chooser)
      )
    case .idle:
      Line(
        painter.texts.nothingToChoose(chooser.subject, isFiltered: !chooser.line.text.isEmpty),
        painter.ink.faint
      )
    }
  }

  private static func note(_ painter: Painter, _ load: PhotoList.Load) -> String {
    guard case .failed(let problem) = load else { return "" }
    let text = painter.texts.problem(problem)
    return ServiceText.line("\(text.title). \(text.explanation)")
  }
}

extension Painter {
  /// What a list is called: by the service, else by its own name.
  func title(of list: ListID, _ info: ListInfo?) -> String {
    let title = info.map { ServiceText.line($0.title) } ?? ""
    if list == .feed { return title.isEmpty ? texts.editorial : title }
    let own = ServiceText.line(texts.origin(list))
    guard !title.isEmpty else { return own }
    return list.person == nil ? title : title + "  " + own
  }
}
