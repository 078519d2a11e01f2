import Localization

extension CommandFailure {
  /// Returns the message to print.
  ///
  /// - Parameter id: The photo that the failure concerns.
  func message(about id: String? = nil) -> ShellMessage {
    switch self {
    case .problem(let problem): id.map { .about(id: $0, problem) } ?? .problem(problem)
    case .notConfigured(let path): .notConfigured(path: path)
    case .notCached: .notCached
    case .notSignedIn: .notSignedIn
    case .noSignIn: .noSignIn
    case .noToken: .noToken
    case .notAnID(let text): .notAnID(text)
    case .notInGallery(let id): .notInGallery(id: id)
    case .damagedFile(let path): .damagedFile(path: path)
    case .missingFile(let path): .missingFile(path: path)
    case .foreignFolder(let path): .foreignFolder(path: path)
    case .noPhotos: .noPhotos
    }
  }
}
