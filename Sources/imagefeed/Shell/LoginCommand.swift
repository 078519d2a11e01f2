import Accounts
import ArgumentParser
import Localization
import Runtime
import Shell

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
