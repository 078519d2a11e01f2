import Harness
import Localization
import Model
import Testing

/// What commands say of failures.
@Suite struct ShellMessageTests {
  private let texts = Texts(.english)

  @Test func `How long to wait is said, and no advice about keys`() {
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

  @Test func `The page that the service wants to have opened is named`() {
    let page: WebPage = "https://m.vk.ru/login?act=security_check"
    for refusal in [ServiceRefusal.robotCheck(page: page), .confirmation(page: page)] {
      #expect(texts.shell(.problem(Problem(.feed, .refused(refusal)))).contains(page.text))
    }
  }

  @Test func `A like that failed is said once`() {
    for subject in [Problem.Subject.like, .unlike] {
      let text = texts.shell(.about(id: "x", Problem(subject, .notFound)))
      #expect(text.hasPrefix("imagefeed: x: Couldn't "))
      #expect(!text.contains("Something went wrong"))
    }
  }
}
