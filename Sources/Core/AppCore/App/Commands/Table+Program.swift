import Canvas
import Model

// Commands that work everywhere.
extension CommandDefinition {
  static let program: [CommandDefinition] = [
    CommandDefinition(
      .refresh,
      keys: [.character("R")],
      // In the chooser, letters are typed as text.
      more: [.chooser: [.control("r")]],
      in: .tabs.union([.signIn, .photo, .comparison, .downloads, .chooser]),
      hints: .tabs.subtracting([.search]).union([.signIn, .photo, .downloads, .chooser]),
      hintedWhen: { state in
        switch state.place {
        case .chooser: state.isChooserShort
        case .downloads: state.currentDownload?.problem != nil
        case .signIn: state.launch.setup != .ready && !state.offersSetup
        case .gallery: state.isLost(state.selectedInGallery)
        case .photo: state.photo?.isInGallery == true && state.isLost(state.photo?.id)
        default: state.place == .profile || !state.hasPhotos
        }
      }
    ),
    CommandDefinition(
      .help,
      keys: [.character("?")],
      in: .tabs.union([
        .searchInput, .signIn, .signInWaiting, .colors, .photo, .comparison, .menu, .share, .qrCode,
        .downloads, .help,
      ]),
      hints: .tabs.union([
        .signIn, .signInWaiting, .photo, .comparison, .searchInput, .downloads, .qrCode,
      ]),
      hintedWhen: { $0.place != .searchInput || $0.search.line.text.isEmpty }
    ),
    CommandDefinition(.filter, keys: [.character("/")], in: [.help], hints: [.help]),
    CommandDefinition(
      .palette,
      keys: [.character(":")],
      in: .tabs.union([
        .signIn, .signInWaiting, .colors, .photo, .comparison, .menu, .share, .qrCode, .downloads,
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
    CommandDefinition(
      .signOut,
      keys: [.character("L")],
      in: .tabs,
      needs: .profile,
      hints: [.feed, .profile, .favourites],
      hintedWhen: { $0.place != .feed || $0.hasSignOutInBar }
    ),
    CommandDefinition(
      .switchService,
      keys: [.character("W")],
      in: .tabs.union([.signIn]),
      needs: .services,
      hints: [.signIn]
    ),
  ]
}
