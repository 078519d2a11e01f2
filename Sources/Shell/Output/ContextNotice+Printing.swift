import Localization

extension ContextNotice {
  /// Tells the person.
  ///
  /// - Parameter keepsSession: whether the command signs in: where sessions are kept is of interest
  ///   when one is.
  package func tell(_ texts: Texts, keepsSession: Bool) {
    if case .sessionInFile = self, !keepsSession { return }
    Output.printError(texts.shell(message))
  }

  private var message: ShellMessage {
    switch self {
    case .newDatabase(let oldPath): .newDatabase(oldPath: oldPath)
    case .sessionExposed(let path, let isLasting):
      .sessionExposed(path: path, isLasting: isLasting)
    case .sessionInFile(let trouble): .sessionInFile(trouble)
    }
  }
}
