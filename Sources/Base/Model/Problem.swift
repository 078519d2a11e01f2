/// A failure, as codes and values; `Localization` has the texts.
package struct Problem: Error, Equatable, Sendable {
  /// The operation that failed.
  package enum Subject: Equatable, Sendable {
    case signIn, signOut, session, feed, picture, like, unlike, details, profile, avatar, save,
      browser, clipboard, configuration, search, favourites, download, gallery, share, webPage,
      wallpaper
    case photographer, topic, topics, collection, collections, random
    /// A change to the user's own collections.
    case collectionEdit
    /// Writing the configuration file.
    case configurationChange
    /// Removing a photo from the gallery.
    case galleryRemoval
    /// Reading or writing the database.
    case storage
    /// Reading or removing cached pictures.
    case pictureCache
    /// The embedded demo service.
    case demo
  }

  package var subject: Subject
  package var cause: Cause

  package init(_ subject: Subject, _ cause: Cause) {
    self.subject = subject
    self.cause = cause
  }

  package enum Cause: Equatable, Sendable {
    // The connection to the server.
    /// The service no longer knows the place where a list goes on.
    case stalePage
    case unresolvedHost(String)
    case connectionRefused(host: String)
    case connectionLost(host: String)
    /// The response didn't arrive, or stopped, within the time limit.
    case timedOut(host: String)
    /// The encryption was rejected; `reason` is from the TLS library.
    case insecure(host: String, reason: String)
    /// The server's certificate was rejected.
    ///
    /// `authorities` contains the paths of the trusted certificates.
    case certificate(host: String, CertificateFault, authorities: [String])
    case proxy(reason: String)
    /// A URL that isn't permitted, such as plain http to another computer.
    case refusedAddress(String)
    case transfer(host: String, reason: String)

    // The server's status.
    case badRequest(message: String?)
    /// The session is no longer accepted (401).
    case unauthorized
    case forbidden(message: String?)
    case notFound
    case gone
    /// The hourly quota of requests is used up. `minutes` until the quota is full again, if known.
    case rateLimited(minutes: Int?)
    /// 429 although requests are left, or from a server without a quota. `minutes` is the requested
    /// delay; `lacksContact` is true if the service would allow more to a program with a contact.
    case tooManyRequests(minutes: Int?, lacksContact: Bool = false)
    case server(status: Int)
    case unexpectedStatus(Int)
    /// The service no longer offers this function (404, 405 or 410 for the route).
    case notOffered
    /// A reason that the service reports by a code.
    case refused(ServiceRefusal)

    // The content of the response.
    case tooLarge(limit: Int)
    /// An HTML page instead of data: from a captive portal or a bot check.
    case htmlInsteadOfData(host: String)
    case malformedAnswer
    /// A successful response that doesn't confirm the change, or confirms a change of something
    /// else.
    case unconfirmed
    case undecodablePicture
    case truncatedPicture
    /// An image that isn't a JPEG, or is a JPEG of an unsupported kind.
    case unsupportedPicture(format: String)
    /// An image that would take too much memory or time; in megapixels, rounded up.
    case hugePicture(megapixels: Int)

    // Signing in.
    case notConfigured
    case accessDenied
    case stateMismatch
    case invalidClient
    case invalidGrant
    case signInTimedOut
    /// The input ended before the user pasted a code or a URL, and no callback can arrive either.
    case nothingPasted
    case portBusy(Int)
    /// A port that can't be opened, such as one below 1024 without the privilege.
    case portUnusable(Int, reason: String)
    case notACallback
    case signInFailed(message: String?)

    // The computer.
    /// The trusted certificates that a setting or a variable names can't be used.
    case authorities(path: String, setting: String, AuthoritiesFault)
    /// A system library that is loaded at first use is missing; `reason` is from the loader.
    case missingLibrary(name: String, reason: String)
    /// The desktop's keyring failed.
    case keyring(KeyringError)
    case diskFull(path: String)
    /// The file system can't have more files, although it may have space.
    case noMoreFiles(path: String)
    case notPermitted(path: String)
    case readOnly(path: String)
    case disk(path: String, reason: String)
    /// The path of a file belongs to a folder, a pipe, a link or a device.
    case notAFile(path: String)
    /// A stored file no longer exists.
    case missingFile(path: String)
    /// Another instance of imagefeed is using the file.
    case inUse(path: String)
    case noBrowser
    case commandFailed(command: String)
    /// A required program isn't installed.
    case noProgram(name: String)
    case configurationSyntax(path: String, line: Int, mistake: SyntaxMistake)
    case configurationKey(path: String, key: String, line: Int)
    case configurationType(path: String, key: String, line: Int, expected: String)
    case configurationBinding(path: String, line: Int, BindingMistake)
  }
}

extension Problem {
  /// A mistake in a key binding of the configuration.
  package enum BindingMistake: Equatable, Sendable {
    case unknownCommand(String)
    case unknownKey(String)
    /// The key already belongs to another command at this place. Names are as in the file and the
    /// code.
    case taken(key: String, by: String, place: String)
  }
}

/// The reason why the desktop's keyring can't be used.
package enum KeyringError: Error, Equatable, Sendable {
  /// There is no desktop session.
  case noDesktop
  /// libsecret can't be loaded; `reason` is from the loader.
  case noLibrary(reason: String)
  /// No secret service runs in this session.
  case absent
  /// The keyring is locked and wasn't unlocked, or doesn't exist yet.
  case locked
  case refused(reason: String)
  /// The keyring didn't respond in time.
  case noAnswer
}

extension Problem {
  /// Whether a retry would be refused again, because the requested object is inaccessible.
  package var isFinal: Bool {
    switch cause {
    case .refused(.noAccess), .refused(.ownerGone): true
    default: false
    }
  }
}

extension Problem.Cause {
  /// Whether the user must sign in again: the session has ended, or the keyring doesn't provide its
  /// token.
  package var endsSession: Bool {
    switch self {
    case .unauthorized, .refused(.sessionExpired), .refused(.sessionElsewhere),
      .refused(.accountBlocked), .refused(.serviceKey), .keyring:
      true
    default: false
    }
  }

  /// Whether the service no longer has the requested object.
  package var isGone: Bool { self == .notFound || self == .gone }

  /// Whether no complete response arrived, so that a retry may succeed.
  package var isNoAnswer: Bool {
    switch self {
    case .unresolvedHost, .connectionRefused, .connectionLost, .timedOut, .transfer, .proxy: true
    default: false
    }
  }
}
