import Accounts
import AppCore
import Files
import Imaging
import Model
import Platform
import ServiceAPI
import Settings

extension LiveEffectHandler {
  func perform(_ effect: SignInEffect, _ send: @escaping @Sendable (AppAction) -> Void) async {
    switch effect {
    case .begin: await begin(send)
    case .demo:
      guard let demo = backend.oauth as? any DemoSignIn, demo.isWithoutBrowser else {
        await begin(send)
        return
      }
      await finish(await result(try await demo.signInWithoutBrowser()), send)
    case .switchToOutOfBand: shared.withLock { $0.flow }?.switchToOutOfBand()
    case .submit(let text): shared.withLock { $0.flow }?.submit(text)
    case .openBrowser(let url):
      do throws(Problem) { try await environment.browser.open(url) } catch {
        send(.signIn(.browserFailed(error)))
      }
    case .saveKeys(let access, let secret, let path):
      do throws(Problem) {
        let service = backend.service.description
        let keys = zip(service.setupKeys, [access, secret]).map { (name: $0, value: $1) }
        try Configuration.save(keys, in: service.id.name, to: path)
        let launch = try reload(send)
        try await backend.checkKeys()
        send(.signIn(.keysSaved(.success(launch))))
      } catch {
        send(.signIn(.keysSaved(.failure(error))))
      }
    case .findBackdrop: send(.signIn(.backdropFound(environment.bundledPhotos())))
    case .rereadConfiguration:
      send(.signIn(.configurationReread(await result(try reload(send)))))
    }
  }

  /// Reads the configuration again, uses it and sends the key map.
  private func reload(_ send: @Sendable (AppAction) -> Void) throws(Problem) -> Launch {
    let new = try environment.readConfiguration()
    shared.withLock { ($0.backend, $0.pictures) = (new.backend, new.pictures) }
    send(.keysRead(new.keys))
    return new.launch
  }

  /// Runs the sign-in in the browser until it ends or its task is cancelled.
  private func begin(_ send: @escaping @Sendable (AppAction) -> Void) async {
    if let standing = backend.standingSession {
      session.current = standing
      session.isStored = false
      send(.signIn(.finished(.success(Account(username: standing.username)))))
      return
    }
    guard let oauth = backend.oauth else {
      send(.signIn(.finished(.failure(Problem(.signIn, .notConfigured)))))
      return
    }
    let port = backend.redirectPort
    let flow = SignInFlow(client: oauth, port: port, pages: environment.callbackPages)
    shared.withLock { $0.flow = flow }
    let warning = Lock<Problem?>(nil)
    let show: @Sendable (WebPage, SignInState.Route) -> Void = { url, route in
      send(.signIn(.addressReady(url: url, route)))
      send(.signIn(.codeMade(QREncoder.encode(url.text))))
    }
    let result = await flow.run { event in
      switch event {
      case .cannotListen(let problem): warning.withLock { $0 = problem }
      case .waiting(let url, let isOutOfBand):
        let route: SignInState.Route =
          isOutOfBand ? .outOfBand(warning: warning.withLock { $0 }) : .loopback(port: port)
        show(url, route)
      case .waitingForAddress(let url): show(url, .address(warning: warning.withLock { $0 }))
      case .rejected(let problem): send(.signIn(.pasteRejected(problem)))
      case .exchanging: send(.signIn(.exchanging))
      }
    }
    shared.withLock { $0.flow = nil }
    guard !Task.isCancelled else { return }
    await finish(result, send)
  }

  private func finish(
    _ result: Result<Session, Problem>,
    _ send: @Sendable (AppAction) -> Void
  ) async {
    switch result {
    case .success(var session):
      var unsaved: Problem?
      self.session.current = session
      self.session.isStored = false
      session.username = await nameUser()
      if Task.isCancelled { return self.session.current = nil }
      do throws(Problem) {
        try await environment.credentials.save(session)
      } catch {
        guard error.cause.isRefusedWrite else {
          self.session.current = nil
          send(.signIn(.finished(.failure(error))))
          return
        }
        unsaved = error
      }
      self.session.isStored = unsaved == nil
      await claimDatabase()
      send(.signIn(.finished(.success(Account(username: session.username)))))
      if let unsaved { send(.dataFile(.sessionNotSaved(unsaved))) }
    case .failure(let problem):
      send(.signIn(.finished(.failure(problem))))
    }
  }
}

extension Problem.Cause {
  /// Whether files can't be written at the location at all.
  fileprivate var isRefusedWrite: Bool {
    switch self {
    case .readOnly, .notPermitted, .disk: true
    default: false
    }
  }
}
