import Accounts
import Imaging
import Library
import Localization
import Model
import EffectHandling
import Pictures
import Settings

// Additions to an opened service for the interactive program.
extension ServiceOpener {
  /// Returns the cache for pictures on disk; `nil` if the edition has none or the user has turned
  /// it off.
  func pictureCache(_ configuration: Configuration) -> PictureFileCache? {
    guard edition.capabilities.contains(.cache), configuration.pictureCache > 0 else { return nil }
    return PictureFileCache(
      folder: xdg.pictureCacheFolder,
      limit: configuration.pictureCache << 20,
      log: log
    )
  }
}

extension CallbackPages {
  /// Creates the callback pages in every language.
  ///
  /// The first language is the fallback.
  package init(_ languages: [Localization.Texts]) {
    let all = languages.map { texts in
      CallbackPages.Texts(language: texts.language.rawValue) { outcome in
        let page = texts.page(CallbackPage(outcome))
        return CallbackPages.Page(title: page.title, text: page.body)
      }
    }
    self.init(standard: all[0], others: Array(all.dropFirst()))
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
