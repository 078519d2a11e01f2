import Canvas
import Model

// Commands to move on a screen and between screens.
extension CommandDefinition {
  /// The places with digit keys for tabs.
  ///
  /// In the search line they work while it is empty.
  private static let numbered = Set.tabs.union([.searchInput])

  static let moving: [CommandDefinition] = [
    CommandDefinition(
      .moveUp,
      keys: [Key(.up), .character("k")],
      in: .lists.union(Set.choices).union([
        .signIn, .signInInput, .gallery, .searchInput, .colors, .photo, .comparison, .help,
      ])
    ),
    CommandDefinition(
      .moveDown,
      keys: [Key(.down), .character("j")],
      in: .lists.union(Set.choices).union([
        .signIn, .signInInput, .gallery, .searchInput, .colors, .photo, .comparison, .help,
      ]),
      hints: [.searchInput],
      hintedWhen: { !$0.searchChoices.isEmpty }
    ),
    CommandDefinition(
      .moveLeft,
      keys: [Key(.left), .character("h")],
      in: .lists.union([.gallery, .photo, .slideshow, .comparison, .colors, .alert])
    ),
    CommandDefinition(
      .moveRight,
      keys: [Key(.right), .character("l")],
      in: .lists.union([.gallery, .photo, .slideshow, .comparison, .colors, .alert]),
      hints: [.photo],
      hintedWhen: { state in
        guard !state.isPannable, let photo = state.photo else { return true }
        return (photo.isInGallery ? state.gallery.count : state[photo.list].order.count) > 1
      }
    ),
    CommandDefinition(
      .pageUp,
      keys: [Key(.pageUp), .control("u"), .control("b")],
      in: .lists.union([.gallery, .photo, .comparison, .help, .palette, .chooser])
    ),
    CommandDefinition(
      .pageDown,
      keys: [Key(.pageDown), .control("d"), .control("f")],
      more: [.photo: [.character(" ")], .help: [.character(" ")]],
      in: .lists.union([.gallery, .photo, .comparison, .help, .palette, .chooser])
    ),
    CommandDefinition(
      .first,
      keys: [.character("g"), Key(.home)],
      in: .lists.union([.gallery, .photo, .help, .share])
    ),
    CommandDefinition(
      .last,
      keys: [.character("G"), Key(.end)],
      in: .lists.union([.gallery, .photo, .help, .share])
    ),
    CommandDefinition(
      .open,
      keys: [Key(.enter)],
      in: .lists.union(Set.choices).union(Set.textLines).union([
        .signIn, .signInInput, .profile, .searchInput, .colors, .gallery, .photo, .comparison,
        .alert,
      ]),
      hints: .lists.union(Set.choices).union(Set.textLines).union([
        .signIn, .signInInput, .searchInput, .colors, .gallery, .alert,
      ]),
      hintedWhen: { state in
        switch state.place {
        case .downloads: state.currentDownload?.phase == .finished
        case .signIn: state.hasButtons || state.needsKeys
        case .gallery: state.gallery.count > 0 && !state.hasMarks
        case .searchInput:
          state.search.choice != nil || state.search.line.text.contains { !$0.isWhitespace }
        case .palette: state.commandPalette?.rows.isEmpty == false
        case .chooser: state.hasChoices
        case .feed, .favourites, .visit, .search:
          state.hasPhotos && !state.hasMarks
            || state.isFocusOffPhotos && state.profileFocus != .signOut
        default: true
        }
      },
      unavailable: { state in
        state.place == .signIn && state.launch.setup != .ready && !state.needsKeys
          && !state.offersSetup ? .notConfigured : nil
      }
    ),
    CommandDefinition(
      .back,
      keys: [Key(.escape), Key(.backspace)],
      in: .lists.union(Set.overlays).union([
        .signIn, .signInWaiting, .signInInput, .searchInput, .gallery, .photo, .slideshow,
        .comparison,
      ]),
      hints: .lists.union(Set.overlays).union([
        .signIn, .signInWaiting, .signInInput, .searchInput, .gallery, .photo, .comparison,
      ]),
      hintedWhen: { state in
        switch state.place {
        case .signIn, .feed, .favourites, .search, .gallery: state.hasSomethingOpen
        case .alert: state.alerts.first.map { $0.kind.escape == $0.buttons.count - 1 } ?? true
        default: true
        }
      }
    ),
    CommandDefinition(
      .close,
      keys: [.character("q")],
      // While text is typed, the letter is text.
      in: Set(Place.allCases).subtracting(Set.textLines.union([.signInInput, .searchInput])),
      hints: [.splash, .signIn, .feed, .profile, .favourites, .search, .gallery],
      hintedWhen: { !$0.hasSomethingOpen }
    ),
    CommandDefinition(.yes, keys: [.character("y")], in: [.alert]),
    CommandDefinition(.no, keys: [.character("n")], in: [.alert]),
    CommandDefinition(
      .nextTab,
      keys: [Key(.tab)],
      in: .tabs.union([
        .signIn, .signInInput, .searchInput, .photo, .comparison, .share, .palette, .chooser,
        .alert,
      ]),
      hints: [.chooser, .visit, .comparison],
      hintedWhen: { state in
        switch state.place {
        case .comparison: true
        case .chooser: state.chooser?.subject.words != nil
        default: !state.hasMarks && state.visit.flatMap { PersonSection($0.list) } != nil
        }
      }
    ),
    CommandDefinition(
      .previousTab,
      keys: [Key(.backTab)],
      in: .tabs.union([
        .signIn, .signInInput, .searchInput, .photo, .comparison, .share, .palette, .chooser,
        .alert,
      ])
    ),
    CommandDefinition(.feedTab, keys: [.character("1")], in: numbered),
    CommandDefinition(.profileTab, keys: [.character("2")], in: numbered, needs: .ownTab),
    CommandDefinition(.searchTab, keys: [.character("3")], in: numbered, needs: .search),
    CommandDefinition(.galleryTab, keys: [.character("4")], in: numbered, needs: .gallery),
  ]
}
