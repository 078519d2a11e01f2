import AppCore
import Localization
import Model
import Testing

@Suite struct CommandLineTextTests {
  @Test(arguments: Language.allCases)
  func `the executable prints single lines that begin with its name`(language: Language) {
    let texts = Texts(language)
    let path = "/srv/photo.jpg"
    let messages: [(CommandLineMessage, [String])] = [
      (.notATerminal, []), (.unknownTerminal("foot-extra"), ["foot-extra"]),
      (.unknownTerminal(nil), []),
      (.dataNotFound(searched: [path, "/usr/share"]), [path, "/usr/share"]),
      (.fileNotReadable(path: path, reason: "Is a directory"), [path]),
      (.fileNotWritable(path: path, reason: "Input/output error"), [path]),
      (.notWritten(Effect.WriteKind.allCases + [.like], path: path), [path]),
      (.outputFailed(reason: "No space left on device"), []),
      (.notAPicture(path: path), [path]), (.damagedPicture(path: path), [path]),
      (.partialPicture(path: path), [path]),
      (.unsupportedPicture(path: path, format: "WebP"), [path, "WebP"]),
      (.unsupportedPicture(path: path, format: "12-bit JPEG"), [path, "12", "JPEG"]),
      (.pictureTooLarge(path: path, megapixels: 121), [path, "121"]),
      (.badSize("100by40"), ["100by40"]),
      (.portBusy(8080), ["8080"]),
      (
        .problem(Problem(.configuration, .configurationKey(path: path, key: "x1", line: 2))),
        ["\(path):2:", "x1"]
      ),
    ]
    for (message, values) in messages {
      let text = texts.cli(message)
      #expect(TextChecks.faults(text, in: language, values: values + ["100x40", "10x20"]) == [])
      #expect(text.hasPrefix("imagefeed: "))
      #expect(!text.contains("\n"))
      for value in values { #expect(text.contains(value)) }
    }
    #expect(TextChecks.faults(texts.cli(.creditsHeading), in: language) == [])
  }

  @Test(arguments: Language.allCases)
  func `the rows of the doctor have their own labels`(language: Language) {
    let texts = Texts(language)
    let labels = DoctorRow.allCases.map { texts.doctor($0) }
    for label in labels { #expect(TextChecks.faults(label, in: language) == []) }
    #expect(Set(labels).count == labels.count)
    let answers: [DoctorAnswer] = [
      .yes, .no, .supported, .unsupported, .unknown, .notSet, .keys(true), .keys(false), .noFile,
      .notSignedIn, .systemDefault, .notFound, .because("COLORTERM"), .noColorConversion,
    ]
    for answer in answers {
      let text = texts.doctor(answer)
      let names = ["COLORTERM", "liblcms2", "Display P3", "Adobe RGB"]
      #expect(TextChecks.faults(text, in: language, values: names) == [])
    }
    #expect(texts.doctor(.because("COLORTERM")).contains("COLORTERM"))
  }

  @Test func `every page of the listener says that the tab can be closed`() {
    for page in CallbackPage.allCases where page != .relaying {
      let english = Texts(.english).page(page)
      #expect(english.body.lowercased().contains("you can close this tab"))
      let russian = Texts(.russian).page(page)
      #expect(russian.body.lowercased().contains("эту вкладку можно закрыть"))
      #expect(TextChecks.faults(english.title, in: .english) == [])
      #expect(TextChecks.faults(russian.title, in: .russian) == [])
      #expect(TextChecks.faults(english.body, in: .english) == [])
      #expect(TextChecks.faults(russian.body, in: .russian) == [])
    }
  }
}
