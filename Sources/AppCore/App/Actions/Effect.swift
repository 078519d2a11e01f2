import Canvas
import Library
import Model

/// Work that a reducer asks for, as plain data; `Runtime` performs it.
package indirect enum Effect: Equatable, Sendable {
  case session(SessionEffect)
  case signIn(SignInEffect)
  case feed(FeedEffect)
  case likes(LikesEffect)
  case collecting(CollectionEditEffect)
  case details(DetailsEffect)
  case share(ShareEffect)
  case profile(ProfileEffect)
  case visits(VisitsEffect)
  case chooser(ChooserEffect)
  case opening(AddressInputEffect)
  case check(CheckEffect)
  case cache(CacheEffect)
  case downloads(DownloadsEffect)
  case search(SearchEffect)
  case view(ViewEffect)
  case gallery(GalleryEffect)
  case export(ExportEffect)
  case pictures(PicturesEffect)
  case terminal(TerminalEffect)
  /// Delivers an action after a time; starting the same id again replaces the timer.
  case after(Effect.ID, Duration, AppAction)
  case cancel(Effect.ID)
  /// Cancels every running *read* of a scope.
  case cancelReads(Scope)
  case quit
  /// Delivered within the core, never performed outside.
  case event(FeatureEvent)

  package typealias ID = EffectID
  package typealias Scope = EffectID.Scope

  /// The id of effects that run; nil for those that are done at once.
  package var id: ID? {
    switch self {
    case .session(let effect): effect.id
    case .signIn(let effect): effect.id
    case .feed(let effect): effect.id
    case .likes(let effect): effect.id
    case .collecting(let effect): effect.id
    case .details(let effect): effect.id
    case .share(let effect): effect.id
    case .profile(let effect): effect.id
    case .visits(let effect): effect.id
    case .chooser(let effect): effect.id
    case .opening(let effect): effect.id
    case .check(let effect): effect.id
    case .cache(let effect): effect.id
    case .downloads(let effect): effect.id
    case .search(let effect): effect.id
    case .view(let effect): effect.id
    case .gallery(let effect): effect.id
    case .export(let effect): effect.id
    case .after(let id, _, _): id
    case .pictures, .terminal, .cancel, .cancelReads, .quit, .event: nil
    }
  }

  /// Whether runs of the same id follow each other, each to its end, rather than replace each
  /// other: what was written last has to be what stays.
  package var isOrdered: Bool {
    switch self {
    case .cache(.writeList), .cache(.writeMember), .cache(.writeLike), .cache(.writeProfile),
      .cache(.writePerson), .cache(.writeInfo), .cache(.writeTopics),
      .cache(.writeOpened), .cache(.clearHistory), .cache(.writeColors), .cache(.removeAccount):
      true
    default: false
    }
  }

  /// Whether a quit waits for it rather than cancels it: it writes down what the person has
  /// decided, and what was decided last has to be so at the next start.
  package var isFinishedAtQuit: Bool { writeKind != nil }

  /// What it writes down for the next start; nil where nothing would be lost with it.
  package var writeKind: WriteKind? {
    switch self {
    case .cache(.writeLike): .like
    case .cache(.writeList), .cache(.writeMember), .cache(.writeOpened), .cache(.clearHistory):
      .list
    case .collecting: .collection
    case .cache(.writeProfile): .profile
    case .cache(.removeAccount): .signOut
    case .downloads(.save), .downloads(.discard): .download
    case .search(.record), .search(.remove): .search
    case .view(.writeSize), .view(.writeGallerySize), .chooser(.writeSource): .view
    default: nil
    }
  }

  /// The kind of data that an effect writes.
  package enum WriteKind: Hashable, Sendable, CaseIterable {
    case like, collection, download, list, profile, search, view
    /// The removal of the account's data.
    case signOut
  }

  /// Whether leaving the effect's screen cancels it: reads are asked again on return.
  package var isRead: Bool {
    switch self {
    case .feed, .details, .profile, .visits: true
    case .cache(.readList), .cache(.readProfile): true
    case .search(.readHistory): true
    case .chooser(.load), .chooser(.loadUnlessCached): true
    case .after(let id, _, _): id.scope != .app
    default: false
    }
  }
}

package enum SessionEffect: Equatable, Sendable {
  /// Starts the embedded demo service.
  case startDemo
  /// Reads the kept session; makes no request.
  case read
  /// Forgets a session the service no longer accepts.
  case drop
  /// Signs out: the session and the account's caches go.
  case remove

  package var id: Effect.ID { Effect.ID(.app, "session") }
}

package enum PicturesEffect: Equatable, Sendable {
  /// Forgets a failure, so that the picture is asked for again.
  case retry(PictureKey)
  /// Forgets everything: the account is gone.
  case clear
}

package enum TerminalEffect: Equatable, Sendable {
  case copy(ClipboardText)
  case redraw
  case suspend
  /// Ends the program, which begins again with another service.
  case switchService(ServiceID)
}
