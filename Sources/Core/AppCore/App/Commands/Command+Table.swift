import Canvas
import Model

extension Command {
  /// The table of all commands, used by the key map, the hint line, the help and the manual.
  package static let table: [CommandDefinition] = CommandTopic.allCases.flatMap(\.commands)

  private static let definitions = Dictionary(
    table.map { ($0.command, $0) },
    uniquingKeysWith: { first, _ in first }
  )

  /// The command's entry in the table; tests check that each command has exactly one.
  package var definition: CommandDefinition {
    guard let definition = Self.definitions[self] else {
      preconditionFailure("\(self) is missing in the table of commands")
    }
    return definition
  }

  /// Returns the default keys at a place, including those that apply only there.
  package func defaultKeys(at place: Place) -> [Key] {
    definition.keys + definition.moreKeys[place, default: []]
  }

  /// The places that handle the command.
  package var places: Set<Place> { definition.places }

  /// Whether these capabilities allow the command.
  package func isOffered(in capabilities: Capabilities) -> Bool {
    capabilities.isSuperset(of: definition.needs)
  }

  /// Returns the commands that a place's hint line may show, in the order of all hint lines.
  package static func hints(at place: Place) -> [Command] {
    hintOrder.filter { $0.definition.hints.contains(place) }
  }

  private static let hintOrder: [Command] = [
    .open, .back, .moveRight, .zoomFit, .moveDown, .undo, .like, .download, .pause,
    .cancelDownload, .share, .zoomIn, .larger, .signOut, .details, .menu, .mark, .compare,
    .delete, .markAll, .markGroup, .find, .removeQuery, .filter, .collections, .browse, .tryDemo,
    .openAgain,
    .copyAddress, .paste, .otherMachine, .copyRedirects, .nextTab, .refresh, .switchService,
    .close, .help,
  ]

  /// Returns the reason the command can't be used now; `nil` if it can.
  package func unavailable(in state: AppState) -> UnavailableReason? {
    definition.unavailable(state)
  }
}

extension AppState {
  /// Returns the hint line's commands that are useful at the moment: at most six, and help.
  package func hints(at place: Place) -> [Command] {
    let useful = Command.hints(at: place).filter { command in
      command.isOffered(in: launch.capabilities) && command.definition.isHinted(self)
    }
    let first = isSignOutFocused ? [Command.signOut] : []
    let others = useful.filter { $0 != .help && !first.contains($0) }
    return (first + others).prefix(6) + useful.filter { $0 == .help }
  }

  /// Whether arrow keys move the photo in full screen instead of showing another one.
  package var isPannable: Bool { photoLayout?.isPannable ?? false }
}
