import Model

// What a service wants to know before it answers.
extension Texts {
  package func check(_ kind: ServiceCheck.Kind, by service: String) -> String {
    switch kind {
    case .letters:
      say(
        "\(service) wants to make sure you're not a robot. Open the picture and type its letters.",
        "\(service) проверяет, что вы не робот. Откройте картинку и введите символы с неё."
      )
    case .robot:
      say(
        "\(service) wants to make sure you're not a robot. Open the page, pass the check, and paste "
          + "the address it ends at.",
        "\(service) проверяет, что вы не робот. Откройте страницу, пройдите проверку и вставьте "
          + "адрес, на котором она закончится."
      )
    case .confirmation:
      say(
        "\(service) wants you to confirm that this is you. Open the page, confirm, and paste the "
          + "address it ends at.",
        "\(service) просит подтвердить, что это вы. Откройте страницу, подтвердите и вставьте "
          + "адрес, на котором она закончится."
      )
    }
  }

  /// What stands in the empty line for the answer.
  package func checkPrompt(_ kind: ServiceCheck.Kind) -> String {
    switch kind {
    case .letters: say("Letters from the picture", "Символы с картинки")
    case .robot, .confirmation: say("Paste the address here", "Вставьте адрес сюда")
    }
  }

  /// The last answer was none.
  package var checkFailed: String {
    say("That wasn't it. Try again.", "Не подошло. Попробуйте ещё раз.")
  }
}
