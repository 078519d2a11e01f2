import Localization
import Model
import Platform

// What signing in prints, and what it reads.
extension Login {
  /// A token from standard input; empty where there is none.
  ///
  /// It is never an argument, which other people of the machine could read.
  package static func readToken(_ texts: Texts) -> String {
    (try? HiddenInput.answer(to: texts.shell(.askToken))) ?? ""
  }

  /// Signs in.
  ///
  /// - Parameter token: stands in for the browser, and for what is pasted.
  package func show(
    token: String?,
    _ texts: Texts
  ) async throws(CommandFailure) -> CommandStatus {
    let name: String?
    if let token {
      name = try await run(token: token)
    } else {
      // What is asked for again after a paste that is of no use.
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
    case .codePage, .addressPage, .warning: Output.ask(texts.shell(question))
    case .page, .exchanging: break
    }
  }
}
