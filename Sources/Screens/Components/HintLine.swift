import AppCore
import Canvas
import Library
import Localization
import Model

extension Painter {
  /// The most rows that a notice may take: an address has to be seen whole, to be copied by hand.
  private static let noticeRows = 3

  /// Draws the line of keys, or the notice that stands in its place.
  mutating func hintLine(_ state: AppState) {
    let line = state.layout.hint
    // A question asked since then needs its keys more than the notice needs its last seconds.
    if let notice = state.notice, (state.alerts.first?.number ?? 0) < notice.number {
      self.notice(notice, state, above: line.maxY)
      return
    }
    let commands = state.hints(at: state.place)
    // Help leads to all the other keys: its place is kept for it at the right end.
    let help = commands.contains(.help) ? hint(.help, state) : nil
    let end = line.maxX - 1 - (help.map { $0.width + 2 } ?? 0)
    var x = line.x + 1
    // Where the bar has no room for it.
    if state.isOffline, state.stage == .main, state.screen == .photo || line.width < 60 {
      let sign = Line(texts[.offline], ink.warning)
      draw(sign, in: Rect(x: x, y: line.y, width: sign.width, height: 1))
      x += sign.width + 2
    }
    for command in commands where command != .help {
      let hint = hint(command, state)
      guard x + hint.width <= end else { break }
      draw(hint, in: Rect(x: x, y: line.y, width: hint.width, height: 1))
      x += hint.width + 2
    }
    if let help {
      draw(help, in: Rect(x: line.maxX - 1 - help.width, y: line.y, width: help.width, height: 1))
    }
  }

  private func hint(_ command: Command, _ state: AppState) -> Line {
    // What is there already is shown instead.
    let isKept = state.currentPhoto.map(state.gallery.kept.contains) ?? false
    let meaning: Command = command == .download && isKept ? .galleryTab : command
    let name =
      state.downloadInFront.flatMap { texts.name(of: command, for: $0) }
      ?? texts.command(meaning, at: state.place, in: state.launch.edition).name
    return Line(
      [Span(key(command), ink.key), Span(" " + name, ink.faint)],
      action: state.action(of: command)
    )
  }

  private func text(of notice: Notice, _ state: AppState) -> String {
    let leads: Set<Place> = [.feed, .profile, .favourites, .search]
    if case .kept = notice.text, !leads.contains(state.place) { return texts.kept(key: nil) }
    return texts.notice(notice.text)
  }

  private mutating func notice(_ notice: Notice, _ state: AppState, above bottom: Int) {
    // The key means something else to what lies over the screen; the mouse reaches the button.
    let hasKey = state.place == state.screen
    let retry = notice.retry.map { action in
      if case .newerPhotos = notice.text {
        return button(texts[.show], key: hasKey ? key(.refresh) : nil, action: action)
      }
      return retryButton(action, hasKey: hasKey)
    }
    let lines = TextWrap.lines(
      ServiceText.line(text(of: notice, state)),
      width: bounds.width - 3 - (retry.map { $0.width + 1 } ?? 0),
      limit: Self.noticeRows,
      mark: glyphs.ellipsis
    )
    let area = Rect(x: 0, y: bottom - lines.count, width: bounds.width, height: lines.count)
    fill(area)
    fill(Rect(x: 0, y: area.y, width: 1, height: area.height), glyphs.mark, ink.accent)
    for (index, line) in lines.enumerated() {
      self.text(line, at: Point(2, area.y + index), ink.plain)
    }
    hit(area, nil)
    if let retry {
      let x = bounds.width - 1 - retry.width
      draw(retry, in: Rect(x: x, y: bottom - 1, width: retry.width, height: 1))
    }
  }
}

extension AppState {
  /// The commands for the hint line, without those that mean nothing at this moment.
  func hints(at place: Place) -> [Command] {
    Command.hints(at: place).filter { command in
      guard command.isOffered(in: launch.edition) else { return false }
      return switch command {
      case .copyAddress, .paste: signIn.waiting != nil
      case .openAgain: signIn.waiting != nil && launch.hasBrowser
      case .otherMachine:
        if case .loopback? = signIn.waiting?.route { true } else { false }
      case .open where place == .downloads: downloadInFront?.phase == .finished
      case .refresh where place == .downloads: downloadInFront?.problem != nil
      case .open where place == .signIn: launch.setup == .ready
      case .refresh where place == .signIn: launch.setup != .ready
      case .back where place == .feed: layout.sheet != nil
      case .back where place == .gallery: galleryView.chosen != nil
      case .selectAll, .selectGroup: galleryView.chosen != nil
      case .find where place == .gallery: galleryView.chosen == nil
      case .share where place == .gallery, .open where place == .gallery:
        galleryView.chosen == nil && gallery.count > 0
      case .refresh where place == .gallery: isLost(selectedInGallery)
      case .refresh where place == .photo: photo?.isInGallery == true && isLost(photo?.id)
      case .select, .delete: gallery.count > 0
      case .export where place == .gallery: gallery.count > 0
      case .back where place == .search: showsDetails
      case .open where place == .searchInput: search.line.text.contains { !$0.isWhitespace }
      case .moveDown where place == .searchInput: !search.offers.isEmpty
      case .removeQuery: search.chosen != nil
      case .orientation, .color: search.query != nil
      case .open where place == .profile: offers(.favourites)
      case .open, .details, .share, .download: hasPhotos(at: place)
      case .like: place == .photo ? hasPhotoHeart : !likes.isUnavailable && hasPhotos(at: place)
      // The key tries again, too, but so does the one that says so everywhere.
      case .pause where place == .downloads && downloadInFront?.problem != nil: false
      case .pause: Command.pause.unavailable(in: self) == nil
      case .cancelDownload: Command.cancelDownload.unavailable(in: self) == nil
      case .undo: favouriteToRestore != nil && !likes.isUnavailable
      default: true
      }
    }
  }

  /// Whether a kept photograph's file is known to be of no use, and is not being fetched again.
  private func isLost(_ id: Photo.ID?) -> Bool {
    guard let id, gallery.conditions[id]?.isUsable == false else { return false }
    return downloads.shown(for: id) == nil
  }

  /// Whether a list, where one has the keyboard, has anything to act on.
  private func hasPhotos(at place: Place) -> Bool {
    switch place {
    case .feed: !feed.order.isEmpty
    case .favourites: !self[.favourites].order.isEmpty
    case .search: !self[search.list].order.isEmpty
    default: true
    }
  }
}
