@testable import AppCore
import Canvas
import Harness
import Localization
import Model
import Testing

@Suite struct MessageTextTests {
  private static let reasons: [UnavailableReason] = [
    .likeOnlyInFeed, .likesNotOffered, .likesNotHere, .nothingSelected, .notConfigured, .noBrowser,
    .noPicturesFolder, .alreadySaving, .alreadyDownloading, .noDownload,
    .nothingToUndo,
    .notDownloaded, .detailsClosed, .noRoom, .plainLines,
    .notInstalled(program),
    .noProgram(program),
  ]
  private static let link = page.text
  private static let page: WebPage =
    "https://unsplash.com/photos/Dwu85P9SOIk?utm_source=imagefeed"
  private static let full = Problem(.download, .diskFull(path: path))
  private static let program = "upload-picture"
  private static let path = "/home/anna/Pictures/anna-Dwu85P9SOIk.jpg"
  private static let tmuxLine = "set -g allow-passthrough on"

  private static func refused(_ count: Int, _ cause: Problem.Cause) -> RefusedLikes {
    let ids = (0..<count).map { Photo.ID(service: "vk", value: "\($0)") }
    let likes = Dictionary(uniqueKeysWithValues: ids.map { ($0, true) })
    return RefusedLikes(likes: likes, problem: Problem(.like, cause))
  }

  @Test(arguments: Language.allCases)
  func `every reason has a text, as a notice too`(language: Language) {
    let texts = Texts(language)
    for reason in Self.reasons {
      let text = texts.reason(reason)
      #expect(TextChecks.faults(text, in: language, values: [Self.program]) == [])
      #expect(text.count <= 60)
      #expect(texts.notice(.unavailable(.like, reason)) == text)
    }
    #expect(Set(Self.reasons.map(texts.reason)).count == Self.reasons.count)
  }

  @Test(arguments: Language.allCases)
  func `every notice is one line with its value`(language: Language) {
    let texts = Texts(language)
    let notices: [(Notice.Text, String)] = [
      (.copied, ""), (.shared(.opened(Self.page)), Self.link),
      (.saved(path: Self.path), Self.path), (.newPhotos(21), "21"), (.upToDate, ""),
      (.saved(path: "/pictures/a.jpg", count: 3), "/pictures"), (.configurationReread, ""),
      (.unknownKey, ""),
      (.downloaded(Photo.ID(service: "unsplash", value: "a")), ""),
      (.downloaded(Photo.ID(service: "unsplash", value: "a"), count: 7), "7"),
      (.inGallery(Photo.ID(service: "unsplash", value: "a")), ""),
      (
        .downloadFailed(DownloadID(Photo.ID(service: "unsplash", value: "a")), Self.full),
        Self.path
      ),
      (.likesWait(minutes: 12), "12"), (.likesWaitForNetwork, ""),
      (.likesWait(minutes: nil), ""), (.newerPhotos(.feed), ""),
      (.failed(Problem(.feed, .rateLimited(minutes: 9)), retry: .feed(.refreshPressed)), "9"),
      (.likesRefused(Self.refused(1, .rateLimited(minutes: 9))), "9"),
      (
        .likesRefused(Self.refused(2, .refused(.flood))),
        texts.problem(Problem(.like, .refused(.flood))).advice
      ),
      (.failed(Self.full, retry: nil), Self.path),
      (.savedWithoutCredit(path: Self.path, .metadata), Self.path),
      (.savedWithoutCredit(path: Self.path, .noRoom), Self.path),
      (.savedWithoutCredit(path: Self.path, .disk), Self.path),
      (.savedWithoutCredit(path: Self.path, .contentCredentials), Self.path),
      (.deletedPhotos(21), "21"), (.downloadingPhotos(5, here: 2), "5"),
      (.downloadingPhotos(5, here: 2), "2"), (.downloadingPhotos(0, here: 1), "1"),
      (.savingPhotos(3), "3"), (.likedPhotos(3, true), "3"), (.likedPhotos(3, false), "3"),
      (.shared(.imageCopied), ""), (.shared(.mailing), ""),
      (.shared(.viewing), ""), (.shared(.wallpaperSet), ""), (.shared(.done("Print")), "Print"),
      (.shared(.started("Print")), "Print"), (.lastStartFailed, ""),
      (.terminalUnknown("xterm-ghostty", entry: "xterm-256color"), "xterm-ghostty"),
      (.picturesBlocked(line: Self.tmuxLine), Self.tmuxLine),
      (.sessionNotSaved(Problem(.signIn, .readOnly(path: Self.path))), Self.path),
      (.sessionInFile(.locked), ""), (.sessionInFile(.refused(reason: "libsecret")), "libsecret"),
    ]
    for (notice, value) in notices {
      let text = texts.notice(notice)
      #expect(TextChecks.faults(text, in: language, values: [value]) == [])
      #expect(value.isEmpty || text.contains(value))
    }
  }

  @Test func `a failed refresh has its own text`() {
    let problem = Problem(.feed, .unresolvedHost("api.unsplash.com"))
    let actions: [AppAction] = [
      .feed(.refreshPressed), .feed(.refreshPressed, in: .favourites), .profile(.refreshPressed),
    ]
    for action in actions {
      let text = Texts(.english).notice(.failed(problem, retry: action))
      #expect(text.hasPrefix("Couldn't refresh. ") && text.contains("api.unsplash.com"))
    }
    #expect(Texts(.russian).notice(.failed(problem, retry: actions[0])).contains("обновить. "))
    #expect(Texts(.english).notice(.failed(problem, retry: nil)).contains("load the feed"))
  }

  @Test func `refused likes are reported by name, or by their number`() {
    let problem = Problem(.unlike, .unresolvedHost("api.unsplash.com"))
    func notice(_ count: Int, _ texts: Texts) -> String {
      let ids = (0..<count).map { Photo.ID(service: "unsplash", value: "\($0)") }
      let likes = Dictionary(uniqueKeysWithValues: ids.map { ($0, false) })
      return texts.notice(.likesRefused(RefusedLikes(likes: likes, problem: problem)))
    }
    for texts in TextChecks.languages {
      let (title, reason) = (texts.problem(problem).title, texts.problem(problem).explanation)
      #expect(notice(1, texts) == "\(title). \(reason)")
      for count in [1, 2, 5] {
        let text = notice(count, texts)
        #expect(TextChecks.faults(text, in: texts.language, values: ["api.unsplash.com"]) == [])
        #expect(text.contains("api.unsplash.com"))
      }
    }
    #expect(notice(2, Texts(.english)).hasPrefix("Couldn't update 2 likes. "))
    #expect(notice(3, Texts(.russian)).hasPrefix("Не удалось изменить 3 лайка. "))
    #expect(notice(5, Texts(.russian)).hasPrefix("Не удалось изменить 5 лайков. "))
    #expect(notice(21, Texts(.russian)).hasPrefix("Не удалось изменить 21 лайк. "))
  }

  @Test(arguments: Language.allCases)
  func `every alert has a title, a message and named buttons`(language: Language) {
    let texts = Texts(language)
    let problem = Problem(.feed, .timedOut(host: "api.unsplash.com"))
    let path = "/home/anna/.local/share/imagefeed/imagefeed.db.damaged-20261121-110300"
    let kinds: [Alert.Kind] = [
      .problem(problem, retry: nil), .confirmSignOut, .confirmCancelSignIn, .signedOut,
      .saved(path: path),
      .databaseSetAside(path: path), .sessionExposed(path: path, .lasting),
      .sessionExposed(path: path, .permanent), .tokenInKeyring,
      .sessionExposed(path: path, .ended), .confirmSignOutLosing(likes: 21),
      .confirmDelete([Photo.ID(service: "unsplash", value: "x")], bytes: 4_200_000),
      .confirmClearHistory,
    ]
    for kind in kinds {
      let text = texts.alert(kind)
      // The question needs no further text.
      let isPlain = kind == .confirmCancelSignIn
      #expect(text.body.isEmpty == isPlain)
      for part in isPlain ? [text.title] : [text.title, text.body] {
        #expect(TextChecks.faults(part, in: language, values: ["api.unsplash.com", path]) == [])
      }
      #expect(text.title.count <= 40)
      #expect(text.body.count <= 240)
      #expect(isPlain || text.body.hasSuffix("."))
      for button in kind.buttons {
        #expect(TextChecks.faults(texts.button(button, of: kind), in: language) == [])
      }
    }
    #expect(Set(kinds.map { texts.alert($0).title }).count == kinds.count)
  }

  @Test func `an alert about a problem has the problem's text`() {
    let problem = Problem(.profile, .connectionRefused(host: "127.0.0.1"))
    for texts in TextChecks.languages {
      let words = texts.problem(problem)
      let alert = texts.alert(.problem(problem, retry: .pressed(.refresh)))
      #expect(alert.title == words.title)
      #expect(alert.body == "\(words.explanation) \(words.advice)")
    }
  }

  @Test func `questions have the documented wording`() {
    #expect(Texts(.english).alert(.confirmSignOut).title == "Sign out?")
    #expect(Texts(.english).alert(.confirmCancelSignIn).title == "Cancel sign-in?")
    #expect(
      Texts(.english).notice(.signedOut(browserAt: "Unsplash"))
        == "Signed out. Your browser stays signed in at Unsplash"
    )
    #expect(Texts(.russian).notice(.signedOut(browserAt: nil)) == "Вы вышли из аккаунта")
    let plain: [Alert.Button] = [.ok, .retry, .cancel, .yes, .no]
    #expect(
      plain.map { Texts(.english).button($0) } == ["OK", "Retry", "Cancel", "Yes", "No"]
    )
    #expect(
      plain.map { Texts(.russian).button($0) } == ["ОК", "Повторить", "Отмена", "Да", "Нет"]
    )
  }

  @Test func `buttons of questions are verbs`() {
    let questions: [(Alert.Kind, english: [String], russian: [String])] = [
      (.confirmSignOut, ["Yes, sign out", "No"], ["Да, выйти", "Нет"]),
      (.confirmSignOutLosing(likes: 2), ["Yes, sign out", "No"], ["Да, выйти", "Нет"]),
      (
        .confirmCancelSignIn, ["Cancel sign-in", "Keep waiting"], ["Отменить вход", "Ждать дальше"]
      ),
      (.confirmDelete([], bytes: 1), ["Delete", "Keep"], ["Удалить", "Оставить"]),
      (.confirmClearHistory, ["Clear", "Keep"], ["Очистить", "Оставить"]),
    ]
    for (kind, english, russian) in questions {
      #expect(kind.buttons.map { Texts(.english).button($0, of: kind) } == english)
      #expect(kind.buttons.map { Texts(.russian).button($0, of: kind) } == russian)
    }
  }

  @Test(arguments: Language.allCases)
  func `a QR code that doesn't fit says how much room it needs`(language: Language) {
    let text = Texts(language).codeTooLarge(columns: 45, rows: 24)
    #expect(TextChecks.faults(text, in: language) == [])
    #expect(text.contains("45") && text.contains("24"))
    #expect(TextChecks.faults(Texts(language)[.linkTooLong], in: language) == [])
  }

  @Test(arguments: Language.allCases)
  func `groups of the gallery are named after the list their photos were found in`(
    language: Language
  ) {
    let texts = Texts(language)
    #expect(texts.origin(.search(SearchQuery("cat"))).contains("cat"))
    let names = [ListID.feed, .favourites, .search(SearchQuery("cat"))].map(texts.origin)
    for name in names { #expect(TextChecks.faults(name, in: language, values: ["cat"]) == []) }
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: Language.allCases)
  func `every row of the share sheet has a name`(language: Language) {
    let rows: [ShareState.Row] = [
      .copyLink, .save, .download, .copyImage, .view, .wallpaper, .mail, .command(0), .copyPath,
      .showCode, .copyCredit, .credit(.text), .openInBrowser, .openAuthor,
    ]
    let texts = Texts(language)
    let names = rows.map { texts.share($0, isOfSeveral: false, isKept: false) }
    for name in names { #expect(TextChecks.faults(name, in: language) == []) }
    #expect(Set(names).count == names.count)
    let downloads = [true, false, nil].map {
      texts.share(.download, isOfSeveral: false, isKept: $0)
    }
    #expect(Set(downloads).count == 3)
    for title in [texts.sharing(3), texts.sharing("Fog", by: "Ann"), texts.sharing("", by: "Ann")] {
      #expect(TextChecks.faults(title, in: language, values: ["Fog", "Ann"]) == [])
    }
  }
}
