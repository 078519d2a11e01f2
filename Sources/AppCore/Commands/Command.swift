import Canvas
import Library
import Model

/// Everything a person can do by key; the raw value is its name in the configuration.
package enum Command: String, Hashable, Sendable, CaseIterable {
  case moveUp = "move_up"
  case moveDown = "move_down"
  case moveLeft = "move_left"
  case moveRight = "move_right"
  case pageUp = "page_up"
  case pageDown = "page_down"
  case first
  case last
  case open
  case back
  case close
  case yes
  case no
  case nextTab = "next_tab"
  case previousTab = "previous_tab"
  case feedTab = "feed_tab"
  case profileTab = "profile_tab"
  case searchTab = "search_tab"
  case galleryTab = "gallery_tab"
  case like
  case share
  case author
  case topics
  case collections
  case collect = "add_to_collection"
  case random
  case history
  case clearHistory = "clear_history"
  case openAddress = "open_address"
  case details
  case detailsUp = "details_up"
  case detailsDown = "details_down"
  case refresh
  case find
  case orientation
  case color
  case sort
  case removeQuery = "remove_query"
  case smaller
  case larger
  case otherSize = "other_size"
  case menu
  case download
  case downloads
  case pause
  case cancelDownload = "cancel_download"
  case undo
  case mark
  case markAll = "mark_all"
  case markGroup = "mark_group"
  case delete
  case export
  case zoomIn = "zoom_in"
  case zoomOut = "zoom_out"
  case zoomFit = "zoom_fit"
  case zoomActual = "zoom_actual"
  case zoomToggle = "zoom_toggle"
  case rotate
  case filmstrip
  case slideshow
  case showLonger = "show_longer"
  case showShorter = "show_shorter"
  case tryDemo = "try_demo"
  case copyAddress = "copy_address"
  case copyRedirects = "copy_redirects"
  case openAgain = "open_again"
  case paste
  case otherMachine = "other_machine"
  case signOut = "sign_out"
  case switchService = "switch_service"
  case help
  case filter
  case palette
  case redraw
  case suspend
  case quit
}

/// Why a command cannot be used where it was given.
package enum UnavailableReason: Equatable, Sendable {
  /// The basic edition has no heart in full screen.
  case likeOnlyInFeed
  /// The service no longer offers likes.
  case likesNotOffered
  /// The service, or the way it was signed in to, has no likes.
  case likesNotHere
  case nothingSelected
  case notConfigured
  case noBrowser
  case noPicturesFolder
  /// One of the keys, or both, are not typed in yet.
  case keysIncomplete
  /// The list is not a photographer's.
  case noPhotographer
  /// Nobody has switched on that collections can be changed.
  case collectingIsOff
  /// It is not known yet who is signed in.
  case unknownCollector
  /// The photograph is another service's.
  case otherService
  /// The service names no page of the photographer.
  case noAuthorPage
  case noPage
  case alreadySaving, alreadyDownloading
  /// The window is too small for it.
  case noRoom
  /// There is nothing to scroll as long as they are closed.
  case detailsClosed
  /// Nothing of it is being downloaded.
  case noDownload
  /// There are no results to be narrowed.
  case nothingSearched
  /// Nothing has left the favourites.
  case nothingToUndo
  /// The photo's file isn't on this computer.
  case notDownloaded
  /// Several photographs were marked.
  case onePhotoOnly
  case noClipboardProgram, noMailProgram, noViewer, noWallpaperProgram
  /// That of one of the person's own commands.
  case noProgram(String)
}

extension Command {
  /// The table of all commands: behind the key map, the hint line, the help and the manual.
  package static let table: [CommandDefinition] = CommandTopic.allCases.flatMap(\.commands)

  private static let definitions = Dictionary(
    table.map { ($0.command, $0) },
    uniquingKeysWith: { first, _ in first }
  )

  /// Its entry in the table; tests make sure that every command has exactly one.
  package var definition: CommandDefinition {
    guard let definition = Self.definitions[self] else {
      preconditionFailure("\(self) is missing in the table of commands")
    }
    return definition
  }

  /// The keys it has unless the configuration gives it others, the first one to be shown.
  package var defaultKeys: [Key] { definition.keys }

  /// Those it has at a place.
  package func defaultKeys(at place: Place) -> [Key] {
    definition.keys + definition.moreKeys[place, default: []]
  }

  /// Where the command means something.
  package var places: Set<Place> { definition.places }

  /// Whether these capabilities offer the command.
  package func isOffered(in capabilities: Capabilities) -> Bool {
    capabilities.isSuperset(of: definition.needs)
  }

  /// The commands worth a place in the hint line, the most useful first.
  package static func hints(at place: Place) -> [Command] { hints[place] ?? [] }

  private static let hints: [Place: [Command]] = {
    var ranked: [Place: [(rank: Int, command: Command)]] = [:]
    for definition in table {
      for (place, rank) in definition.hints {
        ranked[place, default: []].append((rank, definition.command))
      }
    }
    return ranked.mapValues { $0.sorted { $0.rank < $1.rank }.map(\.command) }
  }()

  /// Why the command cannot be used now; nil when it can.
  package func unavailable(in state: AppState) -> UnavailableReason? {
    definition.unavailable(state)
  }
}

extension AppState {
  /// The commands for the hint line, without those that mean nothing at this moment.
  package func hints(at place: Place) -> [Command] {
    Command.hints(at: place).filter { command in
      command.isOffered(in: launch.capabilities) && command.definition.isHinted(self)
    }
  }
}
