import Localization
import Model
import Testing

@Suite struct ProblemTextTests {
  @Test(arguments: Language.allCases, ProblemSamples.causes)
  func `a problem says what happened, to what, and what can be done`(
    language: Language,
    cause: Problem.Cause
  ) {
    let values = ProblemSamples.values(cause)
    for subject in ProblemSamples.subjects {
      let text = Texts(language).problem(Problem(subject, cause))
      let body = "\(text.explanation) \(text.advice)"
      for part in [text.title, text.explanation, text.advice] {
        #expect(TextChecks.faults(part, in: language, values: values) == [], "\(subject)")
      }
      for value in values { #expect(body.contains(value), "\(subject)") }
      #expect(text.title.count <= 40)
      #expect(!text.title.hasSuffix("."))
      #expect(body.count <= 240, "\(body.count): \(body)")
      #expect(text.explanation.hasSuffix(".") && text.advice.hasSuffix("."))
      #expect(text.explanation != text.advice)
    }
  }

  @Test func `every text begins with a capital or with its subject`() {
    for texts in TextChecks.languages {
      for cause in ProblemSamples.causes {
        let text = texts.problem(Problem(.feed, cause))
        let isAboutValue = ProblemSamples.values(cause).contains(where: text.explanation.hasPrefix)
        let isAboutProgram = text.explanation.hasPrefix("imagefeed")
        #expect(isAboutValue || isAboutProgram || text.explanation.first?.isUppercase == true)
        #expect(text.title.first?.isUppercase == true)
        #expect(text.advice.first?.isUppercase == true)
      }
    }
  }

  @Test(arguments: Language.allCases)
  func `the title names what failed, even for the same cause`(language: Language) {
    let titles = ProblemSamples.subjects.map {
      Texts(language).problem(Problem($0, .malformedAnswer)).title
    }
    #expect(Set(titles).count == titles.count)
  }

  @Test(arguments: Language.allCases)
  func `different causes have different texts`(language: Language) {
    let told = ProblemSamples.causes.map { Texts(language).problem(Problem(.feed, $0)) }
    var alike: [String: Int] = [:]
    for text in told { alike["\(text.explanation) \(text.advice)", default: 0] += 1 }
    // "Gone" and "not found" mean the same to a user.
    #expect(alike.values.filter { $0 > 1 } == [2])
  }

  @Test func `the title of a failed like says what failed`() {
    let problem = Problem(.like, .server(status: 500))
    let english = Texts(.english).problem(problem)
    #expect(english.title == "Couldn't like the photo")
    #expect(english.explanation == "The service is having problems (code 500).")
    let russian = Texts(.russian).problem(Problem(.unlike, .server(status: 500)))
    #expect(russian.title == "Не удалось снять лайк")
    #expect(russian.explanation == "Сбой на стороне сервиса (код 500).")
  }

  @Test func `a rate limit says when to try again`() {
    func advice(_ language: Language, _ minutes: Int?) -> String {
      Texts(language).problem(Problem(.feed, .rateLimited(minutes: minutes))).advice
    }
    #expect(advice(.english, 1) == "Try again in 1 minute.")
    #expect(advice(.english, 12) == "Try again in 12 minutes.")
    #expect(advice(.english, nil) == "Try again at the top of the hour.")
    #expect(advice(.english, 0) == "Try again in less than a minute.")
    #expect(advice(.russian, 1) == "Попробуйте ещё раз через 1 минуту.")
    #expect(advice(.russian, 2) == "Попробуйте ещё раз через 2 минуты.")
    #expect(advice(.russian, 12) == "Попробуйте ещё раз через 12 минут.")
    #expect(advice(.russian, nil) == "Попробуйте ещё раз в начале следующего часа.")
  }

  @Test func `a session that couldn't be removed says that the user is still signed in`() {
    let path = "/home/anna/.local/share/imagefeed/credentials.json"
    let text = Texts(.english).problem(Problem(.signOut, .notPermitted(path: path)))
    #expect(
      text.explanation == "You are still signed in. Permission denied: \(path)."
    )
  }

  @Test func `the reasons of libraries are shown whole`() {
    let reason =
      "Failed to connect to proxy.example.org port 3128 after 0 ms: Could not connect to server, "
      + "and GDBus.Error:org.freedesktop.Secret.Error.NoSuchObject: object does not exist at path"
    let causes: [Problem.Cause] = [
      .proxy(reason: reason), .insecure(host: "h", reason: reason),
      .transfer(host: "h", reason: reason), .missingLibrary(name: "libcurl", reason: reason),
      .keyring(.refused(reason: reason)), .keyring(.noLibrary(reason: reason)),
      .disk(path: "p", reason: reason),
    ]
    for texts in TextChecks.languages {
      for cause in causes {
        let explanation = texts.problem(Problem(.feed, cause)).explanation
        #expect(explanation.contains(reason))
        #expect(!explanation.contains("rejected") && !explanation.contains("отклонил"))
      }
      // A service's own text may have any length.
      let message = Problem.Cause.forbidden(message: reason + reason)
      #expect(texts.problem(Problem(.feed, message)).explanation.count < 200)
    }
  }

  @Test func `a file system without locks isn't reported as another program`() {
    for texts in TextChecks.languages {
      let text = texts.problem(Problem(.storage, .disk(path: "p", reason: "No locks available")))
      let busy = texts.problem(Problem(.storage, .disk(path: "p", reason: "database is locked")))
      #expect(text.explanation != busy.explanation)
      #expect(!text.explanation.contains("No locks"))
      #expect(!text.explanation.contains("program") && !text.explanation.contains("программ"))
    }
  }

  @Test func `a query judged spam isn't called missing`() {
    for texts in TextChecks.languages {
      let text = texts.problem(Problem(.search, .gone))
      #expect(text.explanation != texts.problem(Problem(.search, .notFound)).explanation)
      #expect(text.advice != texts.problem(Problem(.search, .notFound)).advice)
    }
    #expect(Texts(.english).problem(Problem(.search, .gone)).advice == "Search for something else.")
  }

  @Test func `only a user who has configured URLs is advised to check them`() {
    let causes: [Problem.Cause] = [.connectionRefused(host: "127.0.0.1"), .notFound]
    for texts in TextChecks.languages {
      var own = texts
      own.hasOwnAddresses = true
      let words = texts.language == .english ? "addresses you have set" : "заданные вами адреса"
      for cause in causes {
        #expect(!texts.problem(Problem(.feed, cause)).advice.contains(words))
        let advice = own.problem(Problem(.feed, cause)).advice
        #expect(advice.contains(words))
        #expect(TextChecks.faults(advice, in: texts.language) == [])
      }
    }
  }

  @Test func `a busy port names the setting`() {
    for texts in TextChecks.languages {
      let text = texts.problem(Problem(.signIn, .portBusy(7436)))
      #expect(text.explanation.contains("7436"))
      #expect(text.advice.contains("redirect_port"))
    }
  }

  @Test func `common system errors are in Russian`() {
    let texts = Texts(.russian)
    let reasons = [
      "cancelled", "too many redirects", "no such file", "No such file or directory",
      "Is a directory", "Not a directory", "File exists", "File name too long",
      "Input/output error", "Too many open files", "Too many levels of symbolic links",
      "File too large", "Permission denied", "another part of the file came",
    ]
    for reason in reasons {
      let text = texts.problem(Problem(.save, .disk(path: "/x", reason: reason))).explanation
      #expect(TextChecks.faults(text, in: .russian, values: ["/x"]) == [])
    }
  }

  @Test func `long text from outside is shortened to its first line`() {
    let message = String(repeating: "word ", count: 60) + "\nsecond line"
    let text = Texts(.english).problem(Problem(.feed, .forbidden(message: message)))
    #expect(text.explanation.contains("..."))
    #expect(!text.explanation.contains("second line"))
    #expect(text.explanation.count < 130)
  }

  @Test func `a transfer without a host names none`() {
    let cause = Problem.Cause.transfer(host: "", reason: "cancelled")
    #expect(
      Texts(.english).problem(Problem(.feed, cause)).explanation
        == "The transfer failed: cancelled."
    )
    #expect(
      Texts(.russian).problem(Problem(.feed, cause)).explanation
        == "Сбой при передаче данных: отменено."
    )
  }
}

@Suite struct ConfigurationTextTests {
  private let path = "/etc/imagefeed.toml"

  private func diagnostic(_ language: Language, _ cause: Problem.Cause) -> String {
    Texts(language).diagnostic(Problem(.configuration, cause))
  }

  @Test func `an unknown key follows its path and line`() {
    let cause = Problem.Cause.configurationKey(path: path, key: "colour", line: 3)
    #expect(diagnostic(.english, cause) == "\(path):3: unknown setting \"colour\"")
    #expect(diagnostic(.russian, cause) == "\(path):3: неизвестная настройка «colour»")
  }

  @Test func `a wrong type says what is valid`() {
    func cause(_ expected: String) -> Problem.Cause {
      .configurationType(path: path, key: "theme", line: 4, expected: expected)
    }
    #expect(
      diagnostic(.english, cause("auto|dark|light"))
        == "\(path):4: theme must be auto, dark or light"
    )
    #expect(
      diagnostic(.russian, cause("auto|dark|light"))
        == "\(path):4: в theme нужно указать auto, dark или light"
    )
    let values = [path, "theme"]
    for expected in ["string", "port", "address", "folder", "megabytes", "table", "cell"] {
      for texts in TextChecks.languages {
        let text = texts.diagnostic(Problem(.configuration, cause(expected)))
        #expect(TextChecks.faults(text, in: texts.language, values: values) == [])
        #expect(!text.hasSuffix(": \(expected)"))
      }
    }
  }

  @Test func `a variable needs no line`() {
    let cause = Problem.Cause.configurationType(
      path: "environment",
      key: "IMAGEFEED_REDIRECT_PORT",
      line: 0,
      expected: "port"
    )
    #expect(
      diagnostic(.english, cause)
        == "The variable IMAGEFEED_REDIRECT_PORT must be a port from 1 to 65535"
    )
  }

  @Test func `a syntax error has a text in both languages`() {
    let mistakes: [SyntaxMistake] = [
      .unclosedText(quotes: "\""), .unknownEscape, .shortCodePoint(digits: 4), .noSuchCharacter,
      .controlCharacter, .textAfterValue, .missing([",", "]"]), .redefined(key: "unsplash"),
      .duplicate(key: "theme"), .missingKey, .missingValue, .tooDeep, .notUTF8,
      .notAValue(key: "theme"),
    ]
    for texts in TextChecks.languages {
      let said = mistakes.map {
        texts.diagnostic(
          Problem(.configuration, .configurationSyntax(path: path, line: 9, mistake: $0))
        )
      }
      for text in said {
        let values = [path, "unsplash", "theme"]
        #expect(TextChecks.faults(text, in: texts.language, values: values) == [])
        #expect(text.hasPrefix("\(path):9: "))
      }
      #expect(Set(said).count == mistakes.count)
    }
    let mistake = SyntaxMistake.notAValue(key: "theme")
    let cause = Problem.Cause.configurationSyntax(path: path, line: 9, mistake: mistake)
    #expect(
      diagnostic(.english, cause) == "\(path):9: theme has an invalid value; text needs quotes"
    )
    #expect(
      diagnostic(.russian, cause)
        == "\(path):9: неверное значение у theme; текст нужно взять в кавычки"
    )
  }

  @Test func `any other problem is one line`() {
    let text = diagnostic(.english, .disk(path: path, reason: "no such file"))
    #expect(text.hasPrefix("Couldn't read the configuration. \(path): no such file"))
    #expect(!text.contains("\n"))
  }
}
