import ArgumentParser
import Glibc
import Localization
import Model
import Platform
import Runtime
import Shell
import Accounts

struct LoginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    _superCommandName: "imagefeed",
    abstract: "Sign in, in the browser or with a pasted code or URL.",
    discussion: """
      Prints the address to sign in at, opens it in a browser where there is one, and waits until \
      the browser comes back or a line with the code or the final URL comes from standard input.
      """
  )

  @OptionGroup var source: SourceOptions

  @Flag(help: "Read a token from standard input; a browser is not needed.")
  var withToken = false

  @Flag(help: "Open no browser here: sign in on another computer and paste the code.")
  var noBrowser = false

  func validate() throws {
    if withToken, noBrowser {
      throw ValidationError("--with-token and --no-browser can't be used together")
    }
  }

  func run() {
    let texts = source.texts
    // Never an argument, which other people of the machine could read.
    let token = withToken ? (try? HiddenInput.answer(to: texts.shell(.askToken))) ?? "" : nil
    let opensBrowser = !noBrowser
    source.run(keepsSession: true) { place throws(CommandFailure) in
      let login = Login(
        place,
        pages: CallbackPages(Language.allCases.map(Texts.init)),
        opensBrowser: opensBrowser
      )
      let name: String?
      if let token {
        name = try await login.run(token: token)
      } else {
        // What is asked for again after a paste that is of no use.
        let question = Lock(ShellMessage.askCode)
        name = try await login.run(pasted: HiddenInput.lines()) { event in
          question.withLock { Self.report(event, asking: &$0, texts) }
        }
      }
      Output.complain(texts.shell(.signedIn(name: name)))
      return .done
    }
  }

  private static func report(
    _ event: Login.Event,
    asking question: inout ShellMessage,
    _ texts: Texts
  ) {
    switch event {
    case .page(let url):
      question = .askAddress
      Output.complain(texts.shell(.signInPage(url.text)))
    case .codePage(let url):
      question = .askCode
      Output.complain(texts.shell(.signInCode(url.text)))
    case .addressPage(let url):
      question = .askAddress
      Output.complain(texts.shell(.signInAddress(url.text)))
    case .hindrance(let problem): Output.complain(texts.shell(.problem(problem)))
    case .exchanging: return HiddenInput.end()
    }
    guard HiddenInput.isTerminal else { return }
    HiddenInput.begin()
    switch event {
    case .codePage, .addressPage, .hindrance: Output.ask(texts.shell(question))
    case .page, .exchanging: break
    }
  }
}
