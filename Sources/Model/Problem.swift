/// Something that went wrong, as codes and values; the words are `Localization`'s.
package struct Problem: Error, Equatable, Sendable {
  /// What was being done.
  package enum Subject: Equatable, Sendable {
    case signIn, signOut, session, feed, picture, like, unlike, details, profile, avatar, save,
      browser, clipboard, configuration, search, favourites, download, gallery, export
    case photographer, topic, topics, collection, collections, random
    /// The person's own collections are changed.
    case collecting
    /// What is kept in the database.
    case storage
    /// The demo service within the program.
    case demo
  }

  package var subject: Subject
  package var cause: Cause

  package init(_ subject: Subject, _ cause: Cause) {
    self.subject = subject
    self.cause = cause
  }

  package enum Cause: Equatable, Sendable {
    // The way to the server.
    case unresolvedHost(String)
    case connectionRefused(host: String)
    case connectionLost(host: String)
    /// No answer, or no more of it, in time.
    case timedOut(host: String)
    /// The encryption was refused; `reason` is the library's.
    case insecure(host: String, reason: String)
    /// The server's certificate was refused; `authorities` are the files and folders with the
    /// trusted certificates.
    case certificate(host: String, CertificateFault, authorities: [String])
    case proxy(reason: String)
    /// An address that may not be used, such as plain http to another machine.
    case refusedAddress(String)
    case transfer(host: String, reason: String)

    // What the server said.
    case badRequest(message: String?)
    /// 401: the session is no longer accepted.
    case unauthorized
    case forbidden(message: String?)
    case notFound
    case gone
    /// The hour's requests are used up; `minutes` until the budget is full again, if known.
    case rateLimited(minutes: Int?)
    /// 429 with requests left, or from a server without a budget; `minutes` as it asks to wait.
    case tooManyRequests(minutes: Int?)
    case server(status: Int)
    case unexpectedStatus(Int)
    /// The service no longer offers this at all (404, 405, 410 of a route).
    case notOffered
    /// A reason that the service gives by a code of its own.
    case refused(ServiceRefusal)

    // What came.
    case tooLarge(limit: Int)
    /// A page of HTML where data was expected: a captive portal or a bot wall.
    case htmlInsteadOfData(host: String)
    case malformedAnswer
    /// A success whose response says that the change was not made, or that another thing changed.
    case unconfirmed
    case undecodablePicture
    case truncatedPicture
    /// A picture that is no JPEG, or one of a kind that can't be shown.
    case unsupportedPicture(format: String)
    /// A picture that takes more memory or time than one may; pixels in millions, rounded up.
    case hugePicture(megapixels: Int)

    // Signing in.
    case notConfigured
    case accessDenied
    case stateMismatch
    case invalidClient
    case invalidGrant
    case signInTimedOut
    /// The input ended before a code or an address was pasted, and nothing else could come.
    case nothingPasted
    case portBusy(Int)
    /// A port that nobody can listen on, such as one below 1024 without the right to it.
    case portUnusable(Int, reason: String)
    case notACallback
    case signInFailed(message: String?)

    // This machine.
    /// The trusted certificates that a setting or a variable names can't be used.
    case authorities(path: String, setting: String, AuthoritiesFault)
    /// A library of the system that is loaded when it is first needed; `reason` is the loader's.
    case missingLibrary(name: String, reason: String)
    /// The desktop's keyring does not do what it was asked for.
    case keyring(KeyringError)
    case diskFull(path: String)
    case notPermitted(path: String)
    case readOnly(path: String)
    case disk(path: String, reason: String)
    /// A folder, a pipe, a link or a device has the name of a file.
    case notAFile(path: String)
    /// A file that was kept is not there any more.
    case missingFile(path: String)
    /// Another instance of the program works with the file.
    case inUse(path: String)
    case noBrowser
    case commandFailed(command: String)
    /// A program that is needed is not there.
    case noProgram(name: String)
    case configurationSyntax(path: String, line: Int, mistake: SyntaxMistake)
    case configurationKey(path: String, key: String, line: Int)
    case configurationType(path: String, key: String, line: Int, expected: String)
    case configurationBinding(path: String, line: Int, BindingMistake)
  }
}

extension Problem {
  /// What is wrong with a line of the configuration that gives a command its keys.
  package enum BindingMistake: Equatable, Sendable {
    case unknownCommand(String)
    case unknownKey(String)
    /// A key that another command has at this place; all by their names in the file and the code.
    case taken(key: String, by: String, place: String)
  }
}

/// Why the desktop's keyring cannot be used.
package enum KeyringError: Error, Equatable, Sendable {
  /// There is no session of a desktop that it could be asked in.
  case noDesktop
  /// libsecret cannot be loaded; `reason` is the loader's.
  case noLibrary(reason: String)
  /// Nothing keeps secrets in this session.
  case absent
  /// It is locked, and nobody has unlocked it; or there is none yet.
  case locked
  case refused(reason: String)
  /// No answer in time.
  case noAnswer
}

extension Problem {
  /// Whether the same request would be refused again: what it asks for is out of reach.
  package var isFinal: Bool {
    switch cause {
    case .refused(.noAccess), .refused(.ownerGone): true
    default: false
    }
  }
}

extension Problem.Cause {
  /// Whether the session is over: the person has to sign in again.
  package var endsSession: Bool {
    switch self {
    case .unauthorized, .refused(.sessionExpired), .refused(.sessionElsewhere),
      .refused(.accountBlocked), .refused(.serviceKey), .keyring:
      true
    default: false
    }
  }

  /// Whether nothing came back at all, so that trying again is the thing to do.
  package var isNoAnswer: Bool {
    switch self {
    case .unresolvedHost, .connectionRefused, .connectionLost, .timedOut, .transfer, .proxy: true
    default: false
    }
  }
}
