import Canvas
import Model

/// The table entry of a command: everything about it except its texts.
package struct CommandDefinition: Sendable {
  package let command: Command
  /// The default keys, in order of preference for display.
  package let keys: [Key]
  /// Additional default keys that apply only at these places.
  package let moreKeys: [Place: [Key]]
  /// The places that handle the command.
  package let places: Set<Place>
  /// The capabilities that the command requires.
  package let needs: Capabilities
  /// The places whose hint line may show the command.
  package let hints: Set<Place>
  /// Whether the hint line shows the command at the moment.
  package let isHinted: @Sendable (AppState) -> Bool
  /// Returns the reason the command can't be used now; `nil` if it can.
  package let unavailable: @Sendable (AppState) -> UnavailableReason?

  init(
    _ command: Command,
    keys: [Key],
    more moreKeys: [Place: [Key]] = [:],
    in places: Set<Place>,
    needs: Capabilities = [],
    hints: Set<Place> = [],
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

/// A topic of commands; the cases have the order of the table and the manual.
package enum CommandTopic: Sendable, CaseIterable {
  case moving, photos, fullScreen, search, gallery, signIn, program

  /// The commands of the topic; each command belongs to exactly one topic.
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
  /// The reason no photo can be acted on; `nil` if there is one.
  var missingPhoto: UnavailableReason? {
    let isMissing = currentPhoto == nil || isFocusOffPhotos && !hasMarks
    return Set.photos.contains(place) && isMissing ? .nothingSelected : nil
  }

  /// The reason the details can't be scrolled; `nil` if they can.
  var closedDetails: UnavailableReason? {
    Set.withDetails.contains(place) && !showsDetails && !describesPhoto
      ? .detailsClosed : nil
  }

  /// Whether a downloaded file can't be used and isn't being downloaded again.
  func isLost(_ id: Photo.ID?) -> Bool {
    guard let id, gallery.conditions[id]?.isUsable == false else { return false }
    return downloads.shown(for: id) == nil
  }

  /// Whether Esc would close or leave something here.
  var hasSomethingOpen: Bool {
    switch place {
    case .splash, .profile: false
    case .signIn: showsSteps
    case .feed, .favourites, .search: showsDetails || hasMarks || isFocusOffPhotos
    case .gallery: hasMarks
    default: true
    }
  }

  /// Whether the current list has photos and the focus; true if the place has no list.
  var hasPhotos: Bool {
    guard Set.lists.contains(place), let listInView else { return true }
    return !self[listInView].order.isEmpty && !isFocusOffPhotos
  }
}
