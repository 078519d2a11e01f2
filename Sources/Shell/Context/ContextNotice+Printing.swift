import Localization

extension ContextNotice {
  /// Prints the message.
  ///
  /// - Parameter keepsSession: Whether the command signs in. Only then the location of the session
  ///   matters.
  func printMessage(_ texts: Texts, keepsSession: Bool) {
    if case .sessionInFile = self, !keepsSession { return }
    Output.printError(texts.shell(message))
  }

  private var message: ShellMessage {
    switch self {
    case .newDatabase(let oldPath): .newDatabase(oldPath: oldPath)
    case .wallpapersSetAside(let path): .wallpapersSetAside(path: path)
    case .sessionExposed(let path, let exposure):
      .sessionExposed(path: path, exposure)
    case .sessionInFile(let trouble): .sessionInFile(trouble)
    }
  }
}
