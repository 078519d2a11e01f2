import Canvas
import Model

// Commands of full screen, search, gallery and sign-in.
extension CommandDefinition {
  static let fullScreen: [CommandDefinition] = [
    CommandDefinition(
      .zoomIn,
      keys: [.character("+"), .character("=")],
      in: .zooming,
      hints: .zooming,
      hintedWhen: { !$0.describesPhoto }
    ),
    CommandDefinition(.zoomOut, keys: [.character("-"), .character("_")], in: .zooming),
    CommandDefinition(
      .zoomFit,
      keys: [.character("0")],
      in: .zooming,
      hints: .zooming,
      hintedWhen: { $0.photo?.zoom != .fit }
    ),
    CommandDefinition(.zoomActual, keys: [.character("1")], in: .zooming),
    CommandDefinition(.zoomToggle, keys: [.character("z")], in: .zooming),
    CommandDefinition(.rotate, keys: [.character("r")], in: .zooming),
    CommandDefinition(
      .filmstrip,
      keys: [.character("t")],
      in: [.photo],
      needs: .filmstrip,
      unavailable: \.missingFilmstrip
    ),
    CommandDefinition(
      .slideshow,
      keys: [.character("S")],
      in: .lists.union([.gallery, .photo, .slideshow]),
      needs: .slideshow,
      unavailable: \.missingPhoto
    ),
    CommandDefinition(
      .showLonger,
      keys: [.character("+"), .character("=")],
      in: [.slideshow],
      needs: .slideshow
    ),
    CommandDefinition(
      .showShorter,
      keys: [.character("-"), .character("_")],
      in: [.slideshow],
      needs: .slideshow
    ),
    CommandDefinition(
      .shuffle,
      keys: [.character("o")],
      in: [.slideshow],
      needs: .slideshow
    ),
  ]

  static let search: [CommandDefinition] = [
    CommandDefinition(
      .find,
      keys: [.character("/")],
      in: .tabs,
      needs: .search,
      hints: [.search, .gallery],
      hintedWhen: { $0.place != .gallery || !$0.hasMarks }
    ),
    CommandDefinition(
      .orientation,
      keys: [.character("o")],
      in: [.search],
      needs: [.search, .orientationFilter],
      unavailable: { $0.search.query == nil ? .nothingSearched : nil }
    ),
    CommandDefinition(
      .color,
      keys: [.character("c")],
      in: [.search],
      needs: [.search, .colorFilter],
      unavailable: { $0.search.query == nil ? .nothingSearched : nil }
    ),
    CommandDefinition(
      .sort,
      keys: [.character("n")],
      in: [.search],
      needs: [.search, .sorting],
      unavailable: { $0.search.query == nil ? .nothingSearched : nil }
    ),
    CommandDefinition(
      .scope,
      keys: [.character("e")],
      in: [.search],
      needs: [.search, .scopeFilter],
      unavailable: { $0.search.query == nil ? .nothingSearched : nil }
    ),
    CommandDefinition(
      .removeQuery,
      keys: [Key(.delete)],
      in: [.searchInput],
      needs: .search,
      hints: [.searchInput],
      hintedWhen: { $0.search.chosen.map($0.search.recentSearches.contains) ?? false }
    ),
  ]

  static let gallery: [CommandDefinition] = [
    CommandDefinition(
      .markGroup,
      keys: [.character("A")],
      in: [.gallery],
      needs: .gallery,
      hints: [.gallery],
      hintedWhen: \.hasMarks,
      unavailable: { $0.gallery.count == 0 ? .nothingSelected : nil }
    ),
    CommandDefinition(
      .delete,
      keys: [Key(.delete)],
      in: [.gallery],
      needs: .gallery,
      hints: [.gallery],
      hintedWhen: { $0.gallery.count > 0 },
      unavailable: { $0.gallery.count == 0 ? .nothingSelected : nil }
    ),
  ]

  static let signIn: [CommandDefinition] = [
    CommandDefinition(
      .browse,
      keys: [.character("b")],
      in: [.signIn],
      needs: .browsing,
      hints: [.signIn],
      hintedWhen: { !$0.hasButtons }
    ),
    CommandDefinition(
      .tryDemo,
      keys: [.character("d")],
      in: [.signIn],
      hints: [.signIn],
      hintedWhen: { !$0.hasButtons }
    ),
    CommandDefinition(
      .copyAddress,
      keys: [.character("c")],
      in: [.signIn, .signInWaiting],
      hints: [.signIn, .signInWaiting],
      hintedWhen: { $0.signIn.waiting != nil || $0.needsKeys }
    ),
    CommandDefinition(
      .copyRedirects,
      keys: [.character("u")],
      in: [.signIn],
      hints: [.signIn],
      hintedWhen: { $0.needsKeys }
    ),
    CommandDefinition(
      .openAgain,
      keys: [.character("o")],
      in: [.signIn, .signInWaiting],
      hints: [.signIn, .signInWaiting],
      hintedWhen: { ($0.signIn.waiting != nil || $0.needsKeys) && $0.launch.hasBrowser },
      // A page to sign in can be opened in any browser.
      unavailable: { $0.launch.hasBrowser || $0.hasButtons ? nil : .noBrowser }
    ),
    CommandDefinition(
      .paste,
      keys: [.character("p")],
      in: [.signIn, .signInWaiting],
      hints: [.signIn, .signInWaiting],
      hintedWhen: { $0.signIn.waiting != nil || $0.needsKeys }
    ),
    CommandDefinition(
      .otherMachine,
      keys: [.character("b")],
      in: [.signInWaiting],
      hints: [.signInWaiting],
      hintedWhen: { state in
        if case .loopback? = state.signIn.waiting?.route { true } else { false }
      }
    ),
  ]
}
