import AppCore
import Canvas
import Localization
import Model

/// Functions that draw the state and the buttons of downloads.
extension Painter {
  /// Draws the mark of a photo in the gallery.
  ///
  /// - Returns: The columns of the mark and of the space after it; 0 without a mark.
  mutating func downloadedMark(_ photo: Photo, _ state: AppState, at point: Point) -> Int {
    guard state.isInGallery(photo.id) else { return 0 }
    text(glyphs.inGallery + " ", at: point, ink.accent)
    return TextWidth.of(glyphs.inGallery) + 1
  }

  /// Draws a photo's download over the lowest row of its picture: its progress or the reason of its
  /// failure, and its buttons.
  ///
  /// A narrow picture has the progress only, as a thin line. In full screen a reason may have two
  /// rows.
  ///
  /// - Parameters:
  ///   - hasKeys: Whether keys act on this photo; other photos' buttons need the mouse.
  ///   - place: The place that shows the photo, since keys differ between places.
  mutating func downloadPanel(
    of photo: Photo,
    _ state: AppState,
    over picture: Rect,
    _ hasKeys: Bool,
    at place: Place
  ) {
    // Without a gallery, the share menu shows the progress.
    guard state.offers(.gallery), let item = state.downloads.shown(for: photo.id),
      picture.height > 0
    else { return }
    let last = Rect(x: picture.x, y: picture.maxY - 1, width: picture.width, height: 1)
    onSurface { painter in
      guard picture.width >= Self.narrowestPanel else {
        let (received, expected) = (item.progress.received, item.progress.expected ?? 0)
        painter.bar(received, of: expected, isThin: true, in: last)
        if item.problem != nil { painter.fill(last, painter.glyphs.heavyLine, painter.ink.warning) }
        return
      }
      let room = last.inset(dx: 1, dy: 0)
      let wanted = max(Self.shortestStatus, TextWidth.of(painter.texts.state(item) ?? ""))
      var buttons: [Line] = []
      for form in DownloadButtonForm.allCases {
        buttons = painter.downloadButtons(
          item,
          keysOf: hasKeys ? place : nil,
          canRetry: state.retryTarget == .download,
          form: form
        )
        if Self.width(of: buttons) + wanted < room.width { break }
      }
      var x = room.maxX - Self.width(of: buttons)
      let limit = place == .photo ? min(2, picture.height) : 1
      let reason = painter.downloadReason(item, width: x - 1 - room.x, limit: limit)
      let rows = max(1, reason.count)
      let panel = Rect(x: last.x, y: picture.maxY - rows, width: last.width, height: rows)
      painter.fill(panel)
      // A press beside the buttons must not open the photo.
      if hasKeys { painter.hit(panel, nil) }
      let status = Rect(x: room.x, y: panel.y, width: x - 1 - room.x, height: 1)
      if reason.isEmpty { painter.downloadStatus(item, in: status) }
      for (index, line) in reason.enumerated() { painter.draw(line, in: status.moved(down: index)) }
      for button in buttons {
        painter.draw(button, in: Rect(x: x, y: last.y, width: button.width, height: 1))
        x += button.width + 1
      }
    }
  }

  /// The minimum width of a panel, and of a bar with a percentage, in columns.
  private static let narrowestPanel = 16
  private static let shortestStatus = 14

  private static func width(of buttons: [Line]) -> Int {
    buttons.reduce(-1) { $0 + $1.width + 1 }
  }

  /// Returns the reason why a download has failed, in lines; empty if it hasn't.
  func downloadReason(_ item: DownloadItem, width: Int, limit: Int) -> [Line] {
    guard item.problem != nil else { return [] }
    let text = ServiceText.line(texts.state(item) ?? "")
    return wrapped(text, width: width, ink.warning, limit: max(1, limit))
  }

  /// Returns the buttons of a download in its current phase, the most useful first.
  ///
  /// - Parameters:
  ///   - place: The place whose keys act on the download; `nil` if none do.
  ///   - canRetry: Whether the key of Retry acts on this download, rather than on another button.
  func downloadButtons(
    _ item: DownloadItem,
    keysOf place: Place?,
    canRetry: Bool = true,
    form: DownloadButtonForm = .brackets
  ) -> [Line] {
    let id = item.id
    func named(
      _ name: String,
      _ sign: String,
      _ command: Command,
      _ action: DownloadsAction
    ) -> Line {
      let isForDownload = command != .refresh || canRetry
      let hasKey = isForDownload && place.map(command.places.contains) ?? false
      let key = hasKey ? texts.key(of: command) : nil
      switch form {
      case .brackets: return button(name, key: key, action: .downloads(action))
      case .words:
        let spans = [key.map { Span($0 + " ", ink.key) }, Span(name + " ", ink.plain)]
        return Line(spans.compactMap(\.self), action: .downloads(action))
      case .signs:
        let span = key.map { Span($0, ink.key) } ?? Span(sign, ink.plain)
        return Line([span], action: .downloads(action))
      }
    }
    let cancel = named(
      texts[.cancelDownload],
      glyphs.close,
      .cancelDownload,
      .cancelPressed(id)
    )
    switch item.phase {
    case .queued, .running:
      return [named(texts[.pauseDownload], glyphs.pause, .pause, .pausePressed(id)), cancel]
    case .paused:
      return [named(texts[.resumeDownload], glyphs.pointer, .pause, .resumePressed(id)), cancel]
    case .failed:
      return [named(texts.button(.retry), glyphs.retry, .refresh, .retryPressed(id)), cancel]
    case .finished: return []
    }
  }

  /// Draws the state of a download in one line: a bar with numbers, or a text.
  mutating func downloadStatus(_ item: DownloadItem, in rect: Rect) {
    switch item.phase {
    case .failed:
      text(
        ServiceText.line(texts.state(item) ?? ""),
        at: rect.origin,
        ink.warning,
        limit: rect.width
      )
    case .queued, .finished:
      text(texts.state(item) ?? "", at: rect.origin, ink.faint, limit: rect.width)
    case .running where item.isWaiting:
      let forms = [texts.state(item), texts.waiting].compactMap(\.self)
      let text = forms.first { TextWidth.of($0) <= rect.width } ?? texts.waiting
      self.text(text, at: rect.origin, ink.faint, limit: rect.width)
    case .running, .paused:
      bar(item.progress, texts.state(item), in: rect)
    }
  }

  /// The columns of a download's numbers, from the longest form to the shortest.
  ///
  /// The forms are "22.8 kB of 111 kB, 12.2 kB/s", the text without the speed, and a percentage or
  /// a word.
  private static let numberWidths = [28, 21, 7]
  private static let barWidths = 6...24

  /// Draws the bar of a download and its numbers.
  ///
  /// The bar's width depends only on the width of `rect`, so all bars of a list are equally wide.
  /// The numbers are shortened to fit. If the size of the file is unknown, a spinner replaces the
  /// bar.
  ///
  /// - Parameter word: The word for the state, such as paused; `nil` for none.
  private mutating func bar(_ progress: DownloadProgress, _ word: String?, in rect: Rect) {
    var whole = progress
    let known = progress.expected.flatMap { $0 > 0 ? $0 : nil }
    func numbers(_ progress: DownloadProgress) -> String {
      [texts.progress(progress), word].compactMap(\.self).joined(separator: glyphs.dot)
    }
    let widths = Self.numberWidths.map { rect.width - $0 - 1 }
    // A word or a percentage has room even beside the shortest bar.
    let widest = widths.first { $0 >= Self.barWidths.lowerBound } ?? max(0, widths.last ?? 0)
    let width = known == nil ? 1 : min(Self.barWidths.upperBound, widest)
    let room = rect.width - width - 1
    var text = numbers(whole)
    if TextWidth.of(text) > room {
      whole.speed = nil
      text = numbers(whole)
    }
    if let known, TextWidth.of(text) > room {
      text = word ?? texts.percent(progress.received, of: known)
    }
    var x = rect.x
    if let known {
      bar(progress.received, of: known, in: Rect(x: x, y: rect.y, width: width, height: 1))
      x += width + 1
    } else if word == nil {
      self.text(String(spinner()), at: rect.origin, ink.accent)
      x += 2
    }
    self.text(text, at: Point(x, rect.y), ink.plain, limit: rect.maxX - x)
  }
}

extension Painter {
  /// Draws the share of a file that has been received, as a bar or as a thin line.
  mutating func bar(_ received: Int64, of whole: Int64, isThin: Bool = false, in rect: Rect) {
    let share = whole > 0 ? Double(max(0, min(received, whole))) / Double(whole) : 0
    var (full, rest) = (rect, rect)
    full.width = Int(share * Double(rect.width))
    rest.x += full.width
    rest.width -= full.width
    fill(full, isThin ? glyphs.heavyLine : glyphs.barFull, ink.accent)
    fill(rest, isThin ? glyphs.border.horizontal : glyphs.barEmpty, ink.faint)
  }
}

/// The forms of a download's buttons, from the widest to the narrowest.
enum DownloadButtonForm: CaseIterable {
  case brackets, words
  /// The key alone, or a sign such as × if no key acts on the download.
  ///
  /// The other two forms have the key and the name.
  case signs
}

extension TerminalModes.Progress {
  /// Converts the downloads' progress to a progress indicator of the terminal.
  init(_ overall: DownloadsState.OverallProgress) {
    switch overall {
    case .running(let percent?): self = .percent(percent)
    case .running(nil): self = .indeterminate
    case .failed: self = .failed
    }
  }
}
