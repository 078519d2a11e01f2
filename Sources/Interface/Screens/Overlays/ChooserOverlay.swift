import AppCore
import Canvas
import Localization
import Model

/// The list of topics or collections to choose from, with a line that filters it.
enum ChooserOverlay {
  static func draw(_ painter: inout Painter, _ state: AppState, _ chooser: ChooserState) {
    guard chooser.photos.isEmpty else { return drawCollectionEdit(&painter, state, chooser) }
    let choices = state.choices(of: chooser)
    let load = state.offers(of: chooser.subject).load
    let note = note(painter, load)
    let box = FilterBox(
      place: .chooser,
      title: ServiceText.line(painter.texts.chooser(chooser.subject)),
      line: chooser.line,
      prompt: painter.texts.chooserPrompt(chooser.subject),
      count: choices.count,
      focus: min(chooser.focus, max(0, choices.count - 1)),
      isCursorInRows: chooser.hasMoved,
      nothing: nothing(painter, chooser, load),
      note: note,
      button: retry(painter, state),
      isBusy: load == .loading && state.offers(of: chooser.subject).all.isEmpty,
      all: size(painter, state, chooser, note: note),
      hasPictures: state.program.hasPictures
        && state.offers(of: chooser.subject).all.contains { $0.info.cover != nil }
    )
    box.draw(&painter) { painter, index, rect in
      let offer = choices[index]
      let isFocused = index == chooser.focus
      let isShown = chooser.subject == .topics && offer.list == state.source
      let ink = painter.ink
      let total = offer.info.total.map(painter.texts.number) ?? ""
      painter.row(
        name(painter, offer, in: chooser),
        total,
        isFocused: isFocused,
        style: isFocused ? ink.focus : isShown ? ink.strong : ink.plain,
        endStyle: isFocused ? ink.focus : ink.faint,
        in: rect
      )
      painter.hit(rect, .overlay(.listPressed(offer.list), in: .chooser))
    } picture: { painter, area in
      guard choices.indices.contains(chooser.focus) else { return }
      drawPreview(&painter, state, choices[chooser.focus].list, in: area)
    }
  }

  /// Draws the cover of a list, or the first of its loaded photos if the service has no cover.
  private static func drawPreview(
    _ painter: inout Painter,
    _ state: AppState,
    _ list: ListID,
    in area: Rect
  ) {
    let preview: (key: PictureKey, width: Int, height: Int)
    if let cover = state.directory.infos[list]?.cover {
      preview = (PictureKey(.cover(list), .thumbnail), cover.width, cover.height)
    } else if let photo = state[list].order.first.flatMap({ state.photos[$0] }) {
      // The photo may also be in the list behind, as a thumbnail of another size.
      preview = (PictureKey(.photo(photo.id), .strip), photo.width, photo.height)
    } else {
      return
    }
    let status = state.pictures[preview.key]
    if case .failed = status { return }
    let size = state.program.viewport.fit(
      width: preview.width,
      height: preview.height,
      in: Size(area.width, area.height)
    )
    let box = Rect(x: area.x, y: area.y, width: size.width, height: size.height)
    painter.picture(
      PicturePlacement(source: preview.key.source, use: preview.key.use, box: box),
      in: box,
      isLoading: status.isLoading
    )
    painter.hit(area, .overlay(.listPressed(list), in: .chooser))
  }

  /// Returns a list's name, followed by its owner for collections found by a search.
  private static func name(
    _ painter: Painter,
    _ offer: ListOffer,
    in chooser: ChooserState
  ) -> String {
    let title = painter.title(of: offer.list, offer.info)
    guard case .collectionsFound = chooser.subject, let owner = offer.info.owner else {
      return title
    }
    return title + "  " + painter.texts.collected(by: ServiceText.line(owner))
  }

  /// Draws the user's own collections, to add photos to.
  private static func drawCollectionEdit(
    _ painter: inout Painter,
    _ state: AppState,
    _ chooser: ChooserState
  ) {
    let rows = state.collectionEditRows(of: chooser)
    let load = state.offers(of: chooser.subject).load
    let texts = painter.texts
    let failed = state.collectionEdit.failure?.problem
    let note = note(painter, failed.map(PhotoList.Load.failed) ?? load)
    let box = FilterBox(
      place: .chooser,
      title: texts.collectionEdit(chooser.photos.count),
      line: chooser.line,
      prompt: chooser.isNaming ? texts.collectionNamePrompt : texts.collectionEditPrompt,
      count: rows.count,
      focus: min(chooser.focus, max(0, rows.count - 1)),
      isCursorInRows: chooser.hasMoved,
      nothing: chooser.isNaming
        ? Line(texts.collectionNamePrompt, painter.ink.faint) : nothing(painter, chooser, load),
      note: note,
      button: retry(painter, state),
      all: size(painter, state, chooser, note: note)
    )
    box.draw(&painter) { painter, index, rect in
      let row = rows[index]
      let isFocused = index == chooser.focus
      let ink = painter.ink
      let (name, end, isIn) = words(painter, state, chooser, row)
      painter.row(
        name,
        end,
        isFocused: isFocused,
        style: isFocused ? ink.focus : isIn ? ink.strong : ink.plain,
        endStyle: isFocused ? ink.focus : ink.faint,
        in: rect
      )
      painter.hit(rect, .overlay(.collectionRowPressed(row), in: .chooser))
    }
  }

  /// Returns the size for `FilterBox.all`: the rows of all lists and of the note, and the columns
  /// of the longest name or of the note.
  private static func size(
    _ painter: Painter,
    _ state: AppState,
    _ chooser: ChooserState,
    note: String
  ) -> Size {
    let all = state.offers(of: chooser.subject).all
    let widths = all.map { offer in
      let total = offer.info.total.map(painter.texts.number) ?? ""
      return TextWidth.of(name(painter, offer, in: chooser)) + TextWidth.of(total) + 8
    }
    // The feed precedes the topics, a new collection the others.
    guard !note.isEmpty else { return Size(widths.max() ?? 0, all.count + 1) }
    let columns = Popup.mostColumns(in: painter.bounds)
    return Size(columns, all.count + 1 + FilterBox.maxNoteRows)
  }

  /// Returns a row's name, the text at its end, and whether the collection contains all of the
  /// photos.
  private static func words(
    _ painter: Painter,
    _ state: AppState,
    _ chooser: ChooserState,
    _ row: CollectionEditRow
  ) -> (name: String, end: String, isIn: Bool) {
    let texts = painter.texts
    switch row {
    case .name:
      let isMaking = state.collectionEdit.pending != nil
      return (texts.newCollection, isMaking ? painter.glyphs.ellipsis : "", false)
    case .make(let new): return (texts.make(new), "", false)
    case .collection(let offer):
      let collected = state.collected(chooser, in: offer.list)
      let total =
        offer.info.total.map { painter.glyphs.isPlain ? texts.photos($0) : texts.number($0) } ?? ""
      let mark =
        switch collected {
        case .all: painter.glyphs.isPlain ? texts[.isCollected] : painter.glyphs.tick
        case .some(let count): texts.part(count, of: chooser.photos.count)
        case .none: ""
        }
      let end = state.isChanging(offer.list) ? painter.glyphs.ellipsis : total
      let title = painter.title(of: offer.list, offer.info)
      return (mark.isEmpty ? title : title + "  " + mark, end, collected == .all)
    }
  }

  private static func nothing(
    _ painter: Painter,
    _ chooser: ChooserState,
    _ load: PhotoList.Load
  ) -> Line {
    switch load {
    case .loading: .busy(painter.texts[.loading], painter.ink.faint)
    // Letters are typed into the line, so the key is Enter.
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

  /// Returns the button that loads the missing lists again; `nil` if none are missing.
  private static func retry(_ painter: Painter, _ state: AppState) -> Line? {
    guard state.isChooserShort else { return nil }
    return painter.button(
      painter.texts.button(.retry),
      key: painter.texts.key(of: .refresh, at: .chooser),
      action: .overlay(.retryPressed, in: .chooser)
    )
  }

  private static func note(_ painter: Painter, _ load: PhotoList.Load) -> String {
    guard case .failed(let problem) = load else { return "" }
    let text = painter.texts.problem(problem)
    // If there is advice, it is more useful than the title of the failed request.
    guard case .forbidden = problem.cause, problem.subject == .collectionEdit else {
      return ServiceText.line("\(text.title). \(text.explanation)")
    }
    return ServiceText.line(text.body)
  }
}

extension Painter {
  /// Returns a list's title: the service's, or else the program's name for it.
  func title(of list: ListID, _ info: ListInfo?) -> String {
    let title = info.map { ServiceText.line($0.title) } ?? ""
    if list == .feed { return title.isEmpty ? texts.editorial : title }
    let own = ServiceText.line(texts.origin(list))
    guard !title.isEmpty else { return own }
    return list.person == nil ? title : title + "  " + own
  }
}
