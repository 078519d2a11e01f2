import Accounts
import ArgumentParser
import Localization
import Runtime

struct LoginCommand: ParsableCommand {
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

  func validate() throws {
    if withToken, noBrowser {
      throw ValidationError(
        "--with-token and --no-browser can't be used together",
        "--with-token и --no-browser нельзя сочетать"
      )
    }
  }

  func run() {
    let texts = source.texts
    let token = withToken ? Login.readToken(texts) : nil
    let opensBrowser = !noBrowser
    source.run(keepsSession: true) { context throws(CommandFailure) in
      let login = Login(
        context,
        pages: CallbackPages(Language.allCases.map(Texts.init)),
        opensBrowser: opensBrowser
      )
      return try await login.show(token: token, texts)
    }
  }
}
