import AppCore
import Localization
import Model
import Testing

@Suite struct MessageTextTests {
  private static let reasons: [UnavailableReason] = [
    .likeOnlyInFeed, .likesNotOffered, .nothingSelected, .notConfigured, .noBrowser,
    .noPicturesFolder, .alreadySaving,
  ]
  private static let link = "https://unsplash.com/photos/Dwu85P9SOIk?utm_source=imagefeed"
  private static let path = "/home/anna/Pictures/anna-Dwu85P9SOIk.jpg"

  @Test(arguments: Language.allCases)
  func `Every reason is said, as a notice too`(language: Language) {
    let texts = Texts(language)
    for reason in Self.reasons {
      let text = texts.reason(reason)
      #expect(TextChecks.faults(text, in: language) == [])
      #expect(text.count <= 60)
      #expect(texts.notice(.unavailable(.like, reason)) == text)
    }
    #expect(Set(Self.reasons.map(texts.reason)).count == Self.reasons.count)
  }

  @Test(arguments: Language.allCases)
  func `Every notice is one line with its value`(language: Language) {
    let texts = Texts(language)
    let notices: [(Notice.Text, String)] = [
      (.copied(Self.link), Self.link), (.openedInBrowser(Self.link), Self.link),
      (.saved(path: Self.path), Self.path), (.newPhotos(21), "21"), (.upToDate, ""),
      (.configurationReread, ""), (.nothingToRetry, ""),
    ]
    for (notice, value) in notices {
      let text = texts.notice(notice)
      #expect(TextChecks.faults(text, in: language, values: [value]) == [])
      #expect(value.isEmpty || text.contains(value))
    }
  }

  @Test(arguments: Language.allCases)
  func `Every alert has a title, a message and named buttons`(language: Language) {
    let texts = Texts(language)
    let problem = Problem(.feed, .timedOut(host: "api.unsplash.com"))
    let kinds: [Alert.Kind] = [
      .problem(problem, retry: nil), .confirmSignOut, .confirmCancelSignIn, .signedOut,
      .browserStaysSignedIn,
    ]
    for kind in kinds {
      let text = texts.alert(kind)
      for part in [text.title, text.body] {
        #expect(TextChecks.faults(part, in: language, values: ["api.unsplash.com"]) == [])
      }
      #expect(text.title.count <= 40)
      #expect(text.body.count <= 240)
      #expect(text.body.hasSuffix("."))
    }
    #expect(Set(kinds.map { texts.alert($0).title }).count == kinds.count)
  }

  @Test func `An alert of a problem says what the problem says`() {
    let problem = Problem(.profile, .connectionRefused(host: "127.0.0.1"))
    for texts in TextChecks.languages {
      let words = texts.problem(problem)
      let alert = texts.alert(.problem(problem, retry: .pressed(.refresh)))
      #expect(alert.title == words.title)
      #expect(alert.body == "\(words.explanation) \(words.advice)")
    }
  }

  @Test func `Questions have the words that were promised`() {
    #expect(Texts(.english).alert(.confirmSignOut).title == "Sign out?")
    #expect(Texts(.english).alert(.confirmCancelSignIn).title == "Cancel sign-in?")
    #expect(Texts(.english).alert(.browserStaysSignedIn).body.contains("stays signed in"))
    let buttons: [Alert.Button] = [.ok, .retry, .cancel, .yes, .no]
    #expect(buttons.map(Texts(.english).button) == ["OK", "Retry", "Cancel", "Yes", "No"])
    #expect(buttons.map(Texts(.russian).button) == ["ОК", "Повторить", "Отмена", "Да", "Нет"])
  }

  @Test(arguments: Language.allCases)
  func `Every row of the share sheet is named`(language: Language) {
    let rows = ShareState.Row.allCases.map(Texts(language).share)
    for row in rows { #expect(TextChecks.faults(row, in: language) == []) }
    #expect(Set(rows).count == rows.count)
  }
}
