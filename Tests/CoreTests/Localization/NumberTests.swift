import AppCore
import Localization
import Model
import Testing

@Suite struct NumberTests {
  private let english = Texts(.english)
  private let russian = Texts(.russian)

  @Test func `Russian plurals are right from 0 to 121`() {
    let one: Set = [1, 21, 31, 41, 51, 61, 71, 81, 91, 101, 121]
    let few: Set = [
      2, 3, 4, 22, 23, 24, 32, 33, 34, 42, 43, 44, 52, 53, 54, 62, 63, 64, 72, 73, 74, 82, 83, 84,
      92, 93, 94, 102, 103, 104,
    ]
    for count in 0...121 {
      let expected: PluralForm = one.contains(count) ? .one : few.contains(count) ? .few : .many
      #expect(russian.pluralForm(count) == expected, "\(count)")
    }
    #expect(russian.pluralForm(-1) == .one)
    #expect(russian.pluralForm(1_000_011) == .many)
    #expect(russian.pluralForm(.min) == .many)
  }

  @Test func `English plurals are right from 0 to 121`() {
    for count in 0...121 {
      #expect(english.pluralForm(count) == (count == 1 ? .one : .many), "\(count)")
    }
  }

  @Test func `counts have their nouns`() {
    #expect([0, 1, 2].map(english.photos) == ["0 photos", "1 photo", "2 photos"])
    #expect([1, 2, 5].map(russian.photos) == ["1 фото", "2 фото", "5 фото"])
    #expect([1, 2].map(english.likes) == ["1 like", "2 likes"])
    #expect([21, 2, 11].map(russian.likes) == ["21 лайк", "2 лайка", "11 лайков"])
    #expect([1, 2].map(english.requests) == ["1 request", "2 requests"])
    #expect([1, 4, 50].map(russian.requests) == ["1 запрос", "4 запроса", "50 запросов"])
    #expect([1, 2].map(english.newPhotos) == ["1 new photo", "2 new photos"])
    #expect(
      [1, 2, 5].map(russian.newPhotos)
        == ["1 новая фотография", "2 новые фотографии", "5 новых фотографий"]
    )
  }

  @Test func `digits are grouped by three`() {
    let numbers = [0, 999, 1_000, 12_345, 1_234_567, -1_000]
    #expect(
      numbers.map(english.number) == ["0", "999", "1,000", "12,345", "1,234,567", "-1,000"]
    )
    #expect(russian.number(1_234_567) == "1 234 567")
    #expect(english.number(.min) == "-9,223,372,036,854,775,808")
  }

  @Test(
    arguments: [
      (-5, "0 B", "0 Б"), (0, "0 B", "0 Б"), (999, "999 B", "999 Б"),
      (1_000, "1.0 kB", "1,0 кБ"), (1_049, "1.0 kB", "1,0 кБ"), (1_050, "1.1 kB", "1,1 кБ"),
      (99_949, "99.9 kB", "99,9 кБ"), (99_950, "100 kB", "100 кБ"),
      (999_499, "999 kB", "999 кБ"), (999_500, "1.0 MB", "1,0 МБ"),
      (3_400_000, "3.4 MB", "3,4 МБ"), (67_108_864, "67.1 MB", "67,1 МБ"),
      (128_300_000, "128 MB", "128 МБ"), (999_500_000, "1.0 GB", "1,0 ГБ"),
      (1_234_000_000_000, "1,234 GB", "1 234 ГБ"),
    ] as [(Int64, String, String)]
  )
  func `bytes are rounded to a readable unit`(
    count: Int64,
    english: String,
    russian: String
  ) {
    #expect(self.english.bytes(count) == english)
    #expect(self.russian.bytes(count) == russian)
  }

  @Test func `the largest number of bytes has a text`() {
    #expect(english.bytes(.max) == "9,223,372,037 GB")
  }

  @Test func `percentages stay within their bounds`() {
    #expect(english.percent(1, of: 3) == "33%")
    #expect(russian.percent(1, of: 3) == "33 %")
    #expect(english.percent(5, of: 3) == "100%")
    #expect(english.percent(-1, of: 3) == "0%")
    #expect(english.percent(1, of: 0) == "0%")
    #expect(english.percent(.max, of: .max) == "100%")
  }

  @Test func `progress shows the total if it is known`() {
    let known = DownloadProgress(received: 3_400_000, expected: 12_700_000)
    #expect(english.progressShare(known) == "3.4 MB of 12.7 MB, 26%")
    #expect(russian.progressShare(known) == "3,4 МБ из 12,7 МБ, 26 %")
    #expect(english.progressShare(DownloadProgress(received: 3_400_000)) == "3.4 MB")
    #expect(english.progressShare(DownloadProgress(received: 0, expected: 0)) == "0 B")
  }

  @Test func `the remaining budget has a text`() {
    let budget = RateBudget(limit: 50, remaining: 12)
    #expect(english.budget(budget) == "12 of 50 requests left this hour")
    #expect(russian.budget(budget) == "Запросов до конца часа: 12 из 50")
  }

  @Test func `the age of cached data is in the largest sufficient unit`() {
    let cases: [(Int, String, String, String)] = [
      (-5, "updated just now", "обновлено только что", "just now"),
      (59, "updated just now", "обновлено только что", "just now"),
      (60, "updated 1 minute ago", "обновлено 1 минуту назад", "1 min ago"),
      (3_599, "updated 59 minutes ago", "обновлено 59 минут назад", "59 min ago"),
      (3_600, "updated 1 hour ago", "обновлено 1 час назад", "1 h ago"),
      (2 * 86_400 - 1, "updated 47 hours ago", "обновлено 47 часов назад", "47 h ago"),
      (3 * 86_400, "updated 3 days ago", "обновлено 3 дня назад", "3 d ago"),
    ]
    for (seconds, english, russian, short) in cases {
      #expect(Texts(.english).updated(.seconds(seconds)) == english)
      #expect(Texts(.russian).updated(.seconds(seconds)) == russian)
      #expect(Texts(.english).updated(.seconds(seconds), isShort: true) == short)
    }
  }
}
