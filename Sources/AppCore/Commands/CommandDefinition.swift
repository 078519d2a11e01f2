import Canvas
import Library
import Model

/// Everything about a command except its texts.
package struct CommandDefinition: Sendable {
  package let command: Command
  /// The keys it has unless the configuration gives it others, the first one to be shown.
  package let keys: [Key]
  /// Further ones of some places.
  package let moreKeys: [Place: [Key]]
  /// Where it means something.
  package let places: Set<Place>
  /// The capabilities it requires.
  package let needs: Capabilities
  /// Its rank in the hint lines that show it; the lowest comes first.
  package let hints: [Place: Int]
  /// Whether its hint means something at this moment.
  package let isHinted: @Sendable (AppState) -> Bool
  /// Why it cannot be used now; nil when it can.
  package let unavailable: @Sendable (AppState) -> UnavailableReason?

  init(
    _ command: Command,
    keys: [Key],
    more moreKeys: [Place: [Key]] = [:],
    in places: Set<Place>,
    needs: Capabilities = [],
    hints: [Place: Int] = [:],
    hintedWhen isHinted: @escaping @Sendable (AppState) -> Bool = { _ in true },
    unavailable: @escaping @Sendable (AppState) -> UnavailableReason? = { _ in nil }
  ) {
    self.command = command
    self.keys = keys
    self.moreKeys = moreKeys
    self.places = places
    self.needs = needs
    self.hints = hints
    self.isHinted = isHinted
    self.unavailable = unavailable
  }
}

/// The topics of commands, in the order of the table and of the manual.
package enum CommandTopic: Sendable, CaseIterable {
  case moving, photos, fullScreen, search, gallery, signIn, program

  /// The commands of the topic; each command belongs to one.
  package var commands: [CommandDefinition] {
    switch self {
    case .moving: CommandDefinition.moving
    case .photos: CommandDefinition.photos
    case .fullScreen: CommandDefinition.fullScreen
    case .search: CommandDefinition.search
    case .gallery: CommandDefinition.gallery
    case .signIn: CommandDefinition.signIn
    case .program: CommandDefinition.program
    }
  }
}

// Conditions that several commands share.
extension AppState {
  /// Why there is no photograph to act on; nil when there is one.
  var missingPhoto: UnavailableReason? {
    Set.photos.contains(place) && currentPhoto == nil ? .nothingSelected : nil
  }

  /// Why there are no details to scroll; nil when there are.
  var closedDetails: UnavailableReason? {
    Set.withDetails.contains(place) && place != .preview && !showsDetails && !describesPhoto
      ? .detailsClosed : nil
  }

  /// Whether a downloaded file is missing or damaged, and not being downloaded again.
  func isLost(_ id: Photo.ID?) -> Bool {
    guard let id, gallery.conditions[id]?.isUsable == false else { return false }
    return downloads.shown(for: id) == nil
  }

  /// Whether there is something that Escape closes or leaves.
  var hasSomethingOpen: Bool {
    switch place {
    case .splash, .profile: false
    case .signIn: showsSteps
    case .feed, .search: showsDetails || hasMarks
    case .favourites: showsDetails || hasMarks || profileFocus != .list
    case .gallery: hasMarks
    default: true
    }
  }

  /// Whether the list in front, if there is one, has photographs.
  var hasPhotos: Bool {
    switch place {
    case .feed: !self[source].order.isEmpty
    case .favourites: !self[.favourites].order.isEmpty
    case .visit: visit.map { !self[$0.list].order.isEmpty } ?? false
    case .search: !self[search.list].order.isEmpty
    default: true
    }
  }
}
