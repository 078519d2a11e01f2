import Localization
import Model
import Platform

// The output and input of signing in.
extension Login {
  /// Reads a token from standard input; empty if there is none.
  ///
  /// A token is never an argument, because other users of the computer could read that.
  static func readToken(_ texts: Texts) -> String {
    (try? HiddenInput.answer(to: texts.shell(.askToken))) ?? ""
  }

  /// Signs in.
  ///
  /// - Parameter token: The token to use instead of a browser or a pasted text; `nil` for none.
  func show(
    token: String?,
    _ texts: Texts
  ) async throws(CommandFailure) -> CommandStatus {
    let name: String?
    if let token {
      name = try await run(token: token)
    } else {
      // The prompt that is repeated after an invalid pasted text.
      let question = Lock(ShellMessage.askCode)
      name = try await run(pasted: HiddenInput.lines()) { event in
        question.withLock { Self.report(event, asking: &$0, texts) }
      }
    }
    Output.printError(texts.shell(.signedIn(name: name)))
    return .done
  }

  private static func report(
    _ event: Event,
    asking question: inout ShellMessage,
    _ texts: Texts
  ) {
    switch event {
    case .page(let url):
      question = .askAddress
      Output.printError(texts.shell(.signInPage(url.text)))
    case .codePage(let url):
      question = .askCode
      Output.printError(texts.shell(.signInCode(url.text)))
    case .addressPage(let url):
      question = .askAddress
      Output.printError(texts.shell(.signInAddress(url.text)))
    case .warning(let problem): Output.printError(texts.shell(.problem(problem)))
    case .exchanging: return HiddenInput.end()
    }
    guard HiddenInput.isTerminal else { return }
    HiddenInput.begin()
    switch event {
    case .codePage, .addressPage, .warning: HiddenInput.ask(texts.shell(question))
    case .page, .exchanging: break
    }
  }
}
