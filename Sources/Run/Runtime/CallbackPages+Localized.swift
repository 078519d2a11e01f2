import Accounts
import Localization

extension CallbackPages {
  /// The callback pages in every language; the first language is the fallback.
  package static var localized: CallbackPages {
    let all = Language.allCases.map { language in
      let texts = Localization.Texts(language)
      return CallbackPages.Texts(language: language.rawValue) { outcome in
        let page = texts.page(CallbackPage(outcome))
        return CallbackPages.Page(title: page.title, text: page.body)
      }
    }
    return CallbackPages(standard: all[0], others: Array(all.dropFirst()))
  }
}

extension CallbackPage {
  fileprivate init(_ outcome: CallbackPages.Outcome) {
    self =
      switch outcome {
      case .received: .received
      case .declined: .declined
      case .failed: .failed
      case .ignored: .ignored
      case .relaying: .relaying
      }
  }
}
