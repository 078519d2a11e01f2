import Canvas
import Library
import Model

// Commands to move on a screen and between screens.
extension CommandDefinition {
  /// Returns the same rank for the hint lines of several places.
  private static func at(_ places: Set<Place>, _ rank: Int) -> [Place: Int] {
    Dictionary(uniqueKeysWithValues: places.map { ($0, rank) })
  }

  /// The places with digit keys for tabs.
  ///
  /// In the search line they work while it is empty.
  private static let numbered = Set.tabs.union([.searchInput])

  static let moving: [CommandDefinition] = [
    CommandDefinition(
      .moveUp,
      keys: [Key(.up), .character("k")],
      in: .lists.union(Set.choices).union([
        .signIn, .signInInput, .gallery, .searchInput, .colors, .photo, .help,
      ])
    ),
    CommandDefinition(
      .moveDown,
      keys: [Key(.down), .character("j")],
      in: .lists.union(Set.choices).union([
        .signIn, .signInInput, .gallery, .searchInput, .colors, .photo, .help,
      ]),
      hints: [.searchInput: 2],
      hintedWhen: { !$0.searchChoices.isEmpty }
    ),
    CommandDefinition(
      .moveLeft,
      keys: [Key(.left), .character("h")],
      in: .lists.union([.gallery, .photo, .slideshow, .colors, .alert])
    ),
    CommandDefinition(
      .moveRight,
      keys: [Key(.right), .character("l")],
      in: .lists.union([.gallery, .photo, .slideshow, .colors, .alert])
    ),
    CommandDefinition(
      .pageUp,
      keys: [Key(.pageUp), .control("u"), .control("b")],
      in: .lists.union([.gallery, .photo, .help, .palette, .chooser])
    ),
    CommandDefinition(
      .pageDown,
      keys: [Key(.pageDown), .control("d"), .control("f")],
      more: [.photo: [.character(" ")], .help: [.character(" ")]],
      in: .lists.union([.gallery, .photo, .help, .palette, .chooser])
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
        .signIn, .signInInput, .profile, .searchInput, .colors, .gallery, .photo, .alert,
      ]),
      hints: [
        .signIn: 1, .signInInput: 1, .feed: 2, .favourites: 2, .visit: 2, .search: 2,
        .searchInput: 1, .colors: 1, .gallery: 2, .downloads: 3, .alert: 1,
      ].merging(at(.choices.union(Set.textLines), 1)) { own, _ in own },
      hintedWhen: { state in
        switch state.place {
        case .downloads: state.currentDownload?.phase == .finished
        case .signIn:
          state.focusedButton == nil
            && (state.launch.setup == .ready || state.needsKeys || state.offersSetup)
        case .gallery: state.gallery.count > 0
        case .searchInput:
          state.search.choice != nil || state.search.line.text.contains { !$0.isWhitespace }
        case .profile: false
        case .favourites: state.profileFocus != .signOut && state.hasPhotos
        case .palette: state.palette?.rows.isEmpty == false
        case .chooser: state.hasChoices
        case .feed, .visit, .search: state.hasPhotos
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
      ]),
      hints: [
        .signIn: 11, .signInWaiting: 5, .signInInput: 2, .feed: 1, .photo: 1, .favourites: 1,
        .visit: 1, .search: 1, .searchInput: 4, .gallery: 1, .downloads: 5, .qrCode: 1,
        .help: 1,
      ].merging(at(.overlays, 2)) { own, _ in own },
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
      hints: [
        .splash: 1, .signIn: 5, .feed: 11, .profile: 6, .favourites: 14, .search: 11, .gallery: 13,
      ],
      hintedWhen: { !$0.hasSomethingOpen }
    ),
    CommandDefinition(.yes, keys: [.character("y")], in: [.alert]),
    CommandDefinition(.no, keys: [.character("n")], in: [.alert]),
    CommandDefinition(
      .nextTab,
      keys: [Key(.tab)],
      in: .tabs.union([
        .signIn, .signInInput, .searchInput, .photo, .share, .palette, .chooser, .alert,
      ]),
      hints: [.chooser: 3, .feed: 9, .profile: 4, .favourites: 13, .visit: 8],
      hintedWhen: { state in
        let hasSections = state.visit.flatMap { PersonSection($0.list) } != nil
        switch state.place {
        case .visit: return !state.hasMarks && hasSections
        case .chooser: return state.chooser?.subject.words != nil
        default: return !state.hasMarks
        }
      }
    ),
    CommandDefinition(
      .previousTab,
      keys: [Key(.backTab)],
      in: .tabs.union([
        .signIn, .signInInput, .searchInput, .photo, .share, .palette, .chooser, .alert,
      ])
    ),
    CommandDefinition(.feedTab, keys: [.character("1")], in: numbered),
    CommandDefinition(.profileTab, keys: [.character("2")], in: numbered, needs: .profile),
    CommandDefinition(.searchTab, keys: [.character("3")], in: numbered, needs: .search),
    CommandDefinition(.galleryTab, keys: [.character("4")], in: numbered, needs: .gallery),
  ]
}
