import Canvas
import Model

/// A command that the user can give; the raw value is its name in the configuration.
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
  case scope
  case removeQuery = "remove_query"
  case smaller
  case larger
  case format = "other_size"
  case menu
  case download
  case downloads
  case pause
  case cancelDownload = "cancel_download"
  case undo
  case mark
  case markAll = "mark_all"
  case compare
  case markGroup = "mark_group"
  case delete
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
  case shuffle
  case browse
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

/// The reason a command can't be used at the moment.
package enum UnavailableReason: Equatable, Sendable {
  /// In the basic edition, likes work only in the feed.
  case likeOnlyInFeed
  /// The service no longer offers likes.
  case likesNotOffered
  /// The service, or the chosen kind of sign-in, has no likes.
  case likesNotHere
  case nothingSelected
  case notConfigured
  case noBrowser
  case noPicturesFolder
  /// The key form isn't filled in completely.
  case keysIncomplete
  /// The list isn't a photographer's page.
  case noPhotographer
  /// The service knows the photographer by name only.
  case noAuthorPage
  /// `edit_collections` isn't enabled in the configuration.
  case collectionEditIsOff
  /// The user's profile, whose collections are needed, isn't loaded yet.
  case unknownCollector
  /// The photo belongs to another service.
  case otherService
  case alreadySaving, alreadyDownloading
  /// The window is too small.
  case noRoom
  /// A comparison needs two photos.
  case notTwoMarks
  /// There are no pictures to compare.
  case noPictures
  /// The photos are lines of text, which have no sizes.
  case plainLines
  /// The details are closed, so they can't be scrolled.
  case detailsClosed
  /// The photo isn't being downloaded.
  case noDownload
  /// There are no search results to filter.
  case nothingSearched
  /// No photo was removed from the favourites.
  case nothingToUndo
  /// The photo's file isn't on this computer, and there is no network.
  case notDownloaded
  /// The package with this name isn't installed.
  case notInstalled(String)
  /// The program of a custom command can't be found or run.
  case noProgram(String)
}

extension Command {
  /// The number of rows that Page Up and Page Down move in the palette and the chooser.
  static let rowsPerPage = 8
}
