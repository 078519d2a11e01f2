import Canvas
import Library
import Model

// Commands that work everywhere.
extension CommandDefinition {
  static let program: [CommandDefinition] = [
    CommandDefinition(
      .refresh,
      keys: [.character("R")],
      // In the chooser, letters are typed as text.
      more: [.chooser: [.control("r")]],
      in: .tabs.union([.signIn, .photo, .downloads, .chooser]),
      hints: [
        .signIn: 3, .feed: 8, .profile: 3, .photo: 2, .favourites: 8, .visit: 9, .gallery: 8,
        .downloads: 4, .chooser: 4,
      ],
      hintedWhen: { state in
        switch state.place {
        case .chooser: state.isChooserShort
        case .downloads: state.currentDownload?.problem != nil
        case .signIn: state.launch.setup != .ready && !state.offersSetup
        case .gallery: state.isLost(state.selectedInGallery)
        case .photo: state.photo?.isInGallery == true && state.isLost(state.photo?.id)
        default: !state.hasMarks
        }
      }
    ),
    CommandDefinition(
      .help,
      keys: [.character("?")],
      in: .tabs.union([
        .searchInput, .signIn, .signInWaiting, .colors, .photo, .menu, .share, .qrCode, .downloads,
        .help,
      ]),
      hints: [
        .signIn: 4, .signInWaiting: 6, .feed: 10, .profile: 5, .photo: 10, .favourites: 9,
        .visit: 10,
        .search: 10, .searchInput: 5, .gallery: 12, .downloads: 6, .qrCode: 2,
      ],
      hintedWhen: { $0.place != .searchInput || $0.search.line.text.isEmpty }
    ),
    CommandDefinition(.filter, keys: [.character("/")], in: [.help], hints: [.help: 2]),
    CommandDefinition(
      .palette,
      keys: [.character(":")],
      in: .tabs.union([
        .signIn, .signInWaiting, .colors, .photo, .menu, .share, .qrCode, .downloads,
        .help,
      ])
    ),
    CommandDefinition(.redraw, keys: [.control("l")], in: Set(Place.allCases)),
    CommandDefinition(.suspend, keys: [.control("z")], in: Set(Place.allCases)),
    CommandDefinition(
      .quit,
      keys: [.character("Q"), .control("c")],
      in: Set(Place.allCases)
    ),
    // Sign-out has no key: it is rare, and a key could be pressed by mistake. A button and the
    // palette offer it.
    CommandDefinition(.signOut, keys: [], in: .tabs, needs: .profile),
    CommandDefinition(
      .switchService,
      keys: [.character("W")],
      in: .tabs.union([.signIn]),
      needs: .services,
      hints: [.signIn: 9]
    ),
  ]
}
