import AppCore
import Harness
import Model
import Testing

@Suite struct ModelTests {
  @Test(arguments: [
    ("2022-08-27T09:11:00-04:00", CalendarDate(year: 2022, month: 8, day: 27)),
    ("2024-02-29", CalendarDate(year: 2024, month: 2, day: 29)),
    ("2000-02-29T00:00:00Z", CalendarDate(year: 2000, month: 2, day: 29)),
    ("2023-12-31", CalendarDate(year: 2023, month: 12, day: 31)),
  ])
  func `a date is the day the service sent`(_ text: String, _ date: CalendarDate) {
    #expect(CalendarDate(iso8601: text) == date)
  }

  @Test(arguments: [
    "", "yesterday", "2022-8-27", "2022-13-01", "2022-00-01", "2022-04-31", "2023-02-29",
    "1900-02-29", "2022-01-32", "2022-01-00", "+022-01-01", "2022-+1-01", "2022/01/01", "2022-01",
    "٢٠٢٢-٠١-٠١",
  ])
  func `a text that isn't a date is rejected`(_ text: String) {
    #expect(CalendarDate(iso8601: text) == nil)
  }

  @Test func `a session is valid until it expires`() {
    var session = Session(service: "unsplash", baseURL: "https://test", token: Secret("s3cret"))
    #expect(session.isValid(at: 1e12))
    session.expires = 100
    #expect(session.isValid(at: 99.9))
    #expect(!session.isValid(at: 100))
  }

  @Test func `a secret is never printed`() {
    let secret = Secret("s3cret")
    let session = Session(service: "unsplash", baseURL: "https://test", token: secret)
    var dumped = ""
    dump(session, to: &dumped)
    dump(secret, to: &dumped)
    for text in [
      "\(secret)", "\(session)", String(describing: secret), String(reflecting: secret),
      String(reflecting: session), "\([secret])", "\(Optional(secret) as Any)", dumped,
    ] { #expect(!text.contains("s3cret")) }
    #expect(Mirror(reflecting: secret).children.isEmpty)
    #expect(secret.exposed == "s3cret")
    #expect(secret == Secret("s3cret") && secret != Secret("other"))
  }

  @Test func `links contain their attribution`() {
    #expect(
      Given.launch.service.link("https://test/p")
        == "https://test/p?utm_source=imagefeed&utm_medium=referral"
    )
    #expect(
      Given.launch.service.link("https://test/p?a=1")
        == "https://test/p?a=1&utm_source=imagefeed&utm_medium=referral"
    )
    #expect(
      Given.launch.service.link("https://test?#/a?b")
        == "https://test/?&utm_source=imagefeed&utm_medium=referral#/a?b"
    )
  }
}
