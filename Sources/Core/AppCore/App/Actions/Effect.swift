import Canvas
import Model

/// Work that a reducer requests, as a value; `Runtime` performs it.
package indirect enum Effect: Equatable, Sendable {
  case session(SessionEffect)
  case signIn(SignInEffect)
  case feed(FeedEffect)
  case likes(LikesEffect)
  case collectionEdit(CollectionEditEffect)
  case details(DetailsEffect)
  case share(ShareEffect)
  case profile(ProfileEffect)
  case visits(VisitsEffect)
  case chooser(ChooserEffect)
  case addressInput(AddressInputEffect)
  case check(CheckEffect)
  case cache(CacheEffect)
  case downloads(DownloadsEffect)
  case search(SearchEffect)
  case view(ViewEffect)
  case gallery(GalleryEffect)
  case pictures(PicturesEffect)
  case terminal(TerminalEffect)
  /// Delivers an action after a delay.
  ///
  /// Starting a timer with the same ID replaces this one.
  case after(Effect.ID, Duration, AppAction)
  case cancel(Effect.ID)
  /// Cancels all running reads of a scope.
  case cancelReads(Scope)
  case quit
  /// An event for other reducers.
  ///
  /// `AppReducer` handles it, so it never reaches `Runtime`.
  case event(FeatureEvent)

  /// The identity of an effect.
  ///
  /// Starting an effect replaces a running one with the same ID. Effects that must run in order,
  /// such as writes to the cache, wait for it instead (`isOrdered`).
  package struct ID: Hashable, Sendable {
    package let scope: Scope
    package let key: String

    package init(_ scope: Scope, _ key: String) {
      self.scope = scope
      self.key = key
    }
  }

  /// The part of the program that an effect belongs to.
  package enum Scope: Hashable, Sendable {
    case app, signIn, feed, likes, details, photo, share, profile
    case favourites, search, visit, offers, downloads, gallery
  }

  /// The ID of an effect that runs for some time; `nil` if the effect is performed immediately.
  package var id: ID? {
    switch self {
    case .session(let effect): effect.id
    case .signIn(let effect): effect.id
    case .feed(let effect): effect.id
    case .likes(let effect): effect.id
    case .collectionEdit(let effect): effect.id
    case .details(let effect): effect.id
    case .share(let effect): effect.id
    case .profile(let effect): effect.id
    case .visits(let effect): effect.id
    case .chooser(let effect): effect.id
    case .addressInput(let effect): effect.id
    case .check(let effect): effect.id
    case .cache(let effect): effect.id
    case .downloads(let effect): effect.id
    case .search(let effect): effect.id
    case .view(let effect): effect.id
    case .gallery(let effect): effect.id
    case .after(let id, _, _): id
    case .pictures, .terminal, .cancel, .cancelReads, .quit, .event: nil
    }
  }

  /// The properties of an effect that decide how it runs.
  package struct Traits: Equatable, Sendable {
    /// Whether effects with the same ID run one after another instead of replacing each other.
    ///
    /// True for writes of the cache and of what the user chose, so that the last one wins.
    package var isOrdered = false
    /// The kind of data this effect saves, so that quitting waits for it; `nil` if cancelling it
    /// would lose nothing.
    package var writeKind: WriteKind?
    /// Whether leaving the effect's screen cancels it.
    ///
    /// Returning to the screen requests the data again.
    package var isRead = false

    fileprivate static let none = Traits()
    fileprivate static let read = Traits(isRead: true)
    fileprivate static func write(_ kind: WriteKind?) -> Traits {
      Traits(isOrdered: true, writeKind: kind)
    }
  }

  /// The kind of data that an effect writes.
  package enum WriteKind: Hashable, Sendable, CaseIterable {
    case like, collection, download, list, profile, search, view
    /// The removal of the account's data.
    case signOut
  }

  package var traits: Traits {
    switch self {
    case .cache(.writeList), .cache(.writeMember), .cache(.writeGone), .cache(.writeOpened),
      .cache(.clearHistory):
      .write(.list)
    case .cache(.writeLike), .likes(.keep): .write(.like)
    case .cache(.writeProfile): .write(.profile)
    case .cache(.removeAccount): .write(.signOut)
    // A later run loads or measures this data again.
    case .cache(.writePerson), .cache(.writeInfo), .cache(.writeTopics), .cache(.writeDetails),
      .cache(.writeColors):
      .write(nil)
    case .search(.record), .search(.remove): .write(.search)
    case .view(.writeSize), .view(.writeGallerySize), .chooser(.writeSource): .write(.view)
    case .collectionEdit: Traits(writeKind: .collection)
    case .downloads(.save), .downloads(.discard): Traits(writeKind: .download)
    case .feed, .details, .profile, .visits, .cache(.readList), .cache(.readProfile),
      .search(.readRecentSearches), .chooser(.load), .chooser(.loadUnlessCached):
      .read
    case .after(let id, _, _): Traits(isRead: id.scope != .app)
    // The database contains unfinished likes and downloads; the next launch continues them.
    case .likes(.set), .downloads(.restore), .downloads(.run), .downloads(.track): .none
    case .cache(.readLikes), .view(.readSizes), .chooser(.readSource): .none
    case .session, .signIn, .share, .addressInput, .check, .gallery, .pictures, .terminal, .cancel,
      .cancelReads, .quit, .event:
      .none
    }
  }
}

package enum SessionEffect: Equatable, Sendable {
  /// Starts the embedded demo service.
  case startDemo
  /// Reads the saved session, without a request to the service.
  case read
  /// Deletes a session that the service no longer accepts.
  case drop
  /// Signs out: deletes the session and the account's caches.
  case remove

  package var id: Effect.ID { Effect.ID(.app, "session") }
}

package enum PicturesEffect: Equatable, Sendable {
  /// Forgets that a picture failed, so that it is loaded again.
  case retry(PictureKey)
  /// Removes all pictures of an account after its sign-out.
  case clear
}

package enum TerminalEffect: Equatable, Sendable {
  case copy(ClipboardText)
  case redraw
  case suspend
  /// Exits and restarts the program with another service.
  case switchService(ServiceID)
  /// Exits and restarts the program with another service at one of its links, or without a link
  /// back from there.
  case openElsewhere(ServiceID, String?)
  /// Exits and restarts the program with the demo, which has data of its own.
  case enterDemo
}
