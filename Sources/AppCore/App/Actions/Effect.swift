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

  /// Whether effects with the same ID run one after another instead of replacing each other.
  ///
  /// True for writes of the cache and of what the user chose, so that the last one wins.
  package var isOrdered: Bool {
    switch self {
    case .cache(.writeList), .cache(.writeMember), .cache(.writeGone), .cache(.writeLike),
      .cache(.writeProfile), .cache(.writePerson), .cache(.writeInfo), .cache(.writeTopics),
      .cache(.writeOpened), .cache(.clearHistory), .cache(.writeDetails), .cache(.writeColors),
      .cache(.removeAccount):
      true
    case .view(.writeSize), .view(.writeGallerySize), .chooser(.writeSource), .search(.record),
      .search(.remove):
      true
    case .cache(.readList), .cache(.readProfile), .cache(.readLikes), .view(.readSizes): false
    case .chooser(.load), .chooser(.loadUnlessCached), .chooser(.readSource),
      .search(.readRecentSearches):
      false
    case .session, .signIn, .feed, .likes, .collectionEdit, .details, .share, .profile, .visits,
      .addressInput, .check, .downloads, .gallery, .pictures, .terminal, .after, .cancel,
      .cancelReads, .quit, .event:
      false
    }
  }

  /// Whether quitting waits for this effect instead of cancelling it.
  ///
  /// True for effects that save a decision of the user or data for the next launch.
  package var isFinishedAtQuit: Bool { writeKind != nil }

  /// The kind of data this effect saves; `nil` if cancelling it would lose nothing.
  package var writeKind: WriteKind? {
    switch self {
    case .cache(.writeLike): .like
    case .cache(.writeList), .cache(.writeMember), .cache(.writeGone), .cache(.writeOpened),
      .cache(.clearHistory):
      .list
    case .collectionEdit: .collection
    case .cache(.writeProfile): .profile
    case .cache(.removeAccount): .signOut
    case .downloads(.save), .downloads(.discard): .download
    case .search(.record), .search(.remove): .search
    case .view(.writeSize), .view(.writeGallerySize), .chooser(.writeSource): .view

    // A later run loads or measures this data again.
    case .cache(.writePerson), .cache(.writeInfo), .cache(.writeTopics), .cache(.writeDetails),
      .cache(.writeColors):
      nil
    case .cache(.readList), .cache(.readProfile), .cache(.readLikes), .search(.readRecentSearches),
      .view(.readSizes), .chooser(.load), .chooser(.loadUnlessCached), .chooser(.readSource):
      nil
    // The database contains unfinished likes and downloads; the next launch continues them.
    case .likes(.set), .downloads(.restore), .downloads(.run), .downloads(.track): nil
    case .session(.startDemo), .session(.read), .session(.drop), .session(.remove): nil
    case .signIn(.begin), .signIn(.demo), .signIn(.switchToOutOfBand), .signIn(.submit),
      .signIn(.openBrowser), .signIn(.rereadConfiguration), .signIn(.saveKeys),
      .signIn(.findBackdrop):
      nil
    case .gallery(.read), .gallery(.readChanges), .gallery(.readPhotos), .gallery(.check),
      .gallery(.verify), .gallery(.delete):
      nil
    case .feed, .details, .share, .profile, .visits, .addressInput, .check, .pictures, .terminal,
      .after, .cancel, .cancelReads, .quit, .event:
      nil
    }
  }

  /// The kind of data that an effect writes.
  package enum WriteKind: Hashable, Sendable, CaseIterable {
    case like, collection, download, list, profile, search, view
    /// The removal of the account's data.
    case signOut
  }

  /// Whether leaving the effect's screen cancels it.
  ///
  /// Returning to the screen requests the data again.
  package var isRead: Bool {
    switch self {
    case .feed, .details, .profile, .visits: true
    case .cache(.readList), .cache(.readProfile): true
    case .search(.readRecentSearches): true
    case .chooser(.load), .chooser(.loadUnlessCached): true
    case .after(let id, _, _): id.scope != .app
    case .cache(.readLikes), .cache(.writeList), .cache(.writeMember), .cache(.writeGone),
      .cache(.writeLike), .cache(.writeProfile), .cache(.writePerson), .cache(.writeInfo),
      .cache(.writeTopics), .cache(.writeOpened), .cache(.clearHistory), .cache(.writeDetails),
      .cache(.writeColors), .cache(.removeAccount):
      false
    case .search(.record), .search(.remove), .chooser(.readSource), .chooser(.writeSource): false
    case .session, .signIn, .likes, .collectionEdit, .share, .addressInput, .check, .downloads,
      .view, .gallery, .pictures, .terminal, .cancel, .cancelReads, .quit, .event:
      false
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
  /// Exits and restarts the program with the demo, which has data of its own.
  case enterDemo
}
