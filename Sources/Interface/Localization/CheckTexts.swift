import Model

// Checks that a service requires before it responds.
extension Texts {
  /// Returns the instructions for a check.
  package func check(_ kind: ServiceCheck.Kind, by service: String) -> String {
    switch kind {
    case .letters:
      say(
        "\(service) wants to make sure you're not a robot. Open the picture and type its letters.",
        "\(service) проверяет, что вы не робот. Откройте картинку и введите символы с неё."
      )
    case .robot:
      say(
        "\(service) wants to make sure you're not a robot. Open the page, pass the check, and "
          + "paste the final URL.",
        "\(service) проверяет, что вы не робот. Откройте страницу, пройдите проверку и вставьте "
          + "адрес последней страницы."
      )
    case .confirmation:
      say(
        "\(service) wants you to confirm that this is you. Open the page, confirm, and paste the "
          + "final URL.",
        "\(service) просит подтвердить, что это вы. Откройте страницу, подтвердите и вставьте "
          + "адрес последней страницы."
      )
    }
  }

  /// Returns the prompt in the empty line for the result.
  package func checkPrompt(_ kind: ServiceCheck.Kind) -> String {
    switch kind {
    case .letters: say("Letters from the picture", "Символы с картинки")
    case .robot, .confirmation: say("Paste the final URL", "Адрес последней страницы")
    }
  }

  /// The message after a wrong result.
  package var checkFailed: String {
    say("Incorrect answer. Try again.", "Неверный ответ. Попробуйте ещё раз.")
  }
}
