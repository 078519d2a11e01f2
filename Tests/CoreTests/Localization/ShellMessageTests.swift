import Harness
import Localization
import Model
import Testing

/// The failures that commands report.
@Suite struct ShellMessageTests {
  private let texts = Texts(.english)

  @Test func `the waiting time is reported, without advice about keys`() {
    #expect(
      texts.shell(.problem(Problem(.feed, .rateLimited(minutes: 12))))
        .hasSuffix("Try again in 12 minutes.")
    )
    for refusal in [ServiceRefusal.tooFast, .flood, .quota] {
      let text = texts.shell(.problem(Problem(.feed, .refused(refusal))))
      #expect(text.contains("Try again in "))
    }
    #expect(!texts.shell(.problem(Problem(.feed, .server(status: 503)))).contains("Try again"))
  }

  @Test func `the page that the service requires is named`() {
    let page: WebPage = "https://m.vk.ru/login?act=security_check"
    for refusal in [ServiceRefusal.robotCheck(page: page), .confirmation(page: page)] {
      #expect(texts.shell(.problem(Problem(.feed, .refused(refusal)))).contains(page.text))
    }
  }

  @Test func `a failed like is reported once`() {
    for subject in [Problem.Subject.like, .unlike] {
      let text = texts.shell(.about(id: "x", Problem(subject, .notFound)))
      #expect(text.hasPrefix("imagefeed: x: Couldn't "))
      #expect(!text.contains("Something went wrong"))
    }
  }
}
