import Model

extension Texts {
  /// Returns the message that a file was saved without a credit, with the reason.
  func savedWithoutCredit(_ path: String, _ fault: CreditFault) -> String {
    let reason =
      switch fault {
      case .metadata:
        say("the file's metadata can't be extended", "не удалось дополнить метаданные файла")
      case .contentCredentials:
        say("it would break its content credentials", "нарушится подпись подлинности файла")
      case .noRoom: say("the file's metadata is full", "в метаданных файла нет места")
      case .disk: say("a second copy couldn't be written", "не удалось записать вторую копию")
      }
    return say(
      "Saved without the photographer's name (\(reason)): \(path)",
      "Сохранено без сведений об авторе (\(reason)): \(path)"
    )
  }
}
