import Accounts
import ArgumentParser
import Localization
import Model
import Platform
import Runtime

struct LoginCommand: ParsableCommand, CheckedArguments {
  static let configuration = CommandConfiguration(
    commandName: "login",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Sign in, in the browser or with a pasted code or URL.",
      "Войти в аккаунт в браузере или вставив код или адрес."
    ),
    discussion: localized(
      """
      Prints the address to sign in at, opens it in a browser if there is one, and waits until the \
      browser returns or standard input has a line with the code or the final URL. The session is \
      stored in the keyring, or in a file that only you can read. If another user signs in, the \
      previous user's cached lists are removed.
      """,
      """
      Выводит ссылку для входа, открывает её в браузере, если он есть, и ждёт завершения входа \
      или строки с кодом либо адресом последней страницы на стандартном вводе. Сеанс хранится в \
      связке ключей или в файле, доступном только вам. Если входит другой пользователь, списки \
      прежнего удаляются из кэша.
      """
    )
  )

  @Flag(
    help: .text(
      "Read a token from standard input; a browser is not needed.",
      "Прочитать токен со стандартного ввода; браузер не нужен."
    )
  )
  var withToken = false

  @Flag(
    help: .text(
      "Open no browser here: sign in on another computer and paste the code.",
      "Не открывать браузер: войти на другом компьютере и вставить код."
    )
  )
  var noBrowser = false

  @OptionGroup var source: SourceOptions

  func check() throws {
    if withToken, noBrowser {
      throw ValidationError("--with-token", without: "--no-browser")
    }
  }

  func run() {
    let texts = source.texts()
    // A token is never an argument, because other users of the computer could read that.
    let token = withToken ? (try? HiddenInput.answer(to: texts.shell(.askToken))) ?? "" : nil
    source.run(keepsSession: true) { [noBrowser] context throws(ShellMessage) in
      let login = Login(context, pages: .localized, opensBrowser: !noBrowser)
      let name: String?
      if let token {
        name = try await login.run(token: token)
      } else {
        // The prompt that is repeated after an invalid pasted text.
        let question = Lock(ShellMessage.askCode)
        name = try await login.run(pasted: HiddenInput.lines()) { event in
          question.withLock { Self.report(event, asking: &$0, texts) }
        }
      }
      context.report(.signedIn(name: name))
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
      Output.printError(.signInPage(url.text), texts)
    case .codePage(let url):
      question = .askCode
      Output.printError(.signInCode(url.text), texts)
    case .addressPage(let url):
      question = .askAddress
      Output.printError(.signInAddress(url.text), texts)
    case .warning(let problem): Output.printError(.problem(problem), texts)
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
