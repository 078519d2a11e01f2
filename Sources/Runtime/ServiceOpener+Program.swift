import Accounts
import Imaging
import Library
import Localization
import Model
import Operations
import Pictures
import Settings

// What the program with a terminal adds to an opened service.
extension ServiceOpener {
  /// What keeps pictures on disk; nil where the edition or the person wants none.
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
  /// The pages in every language, the first one for whoever wants none of them.
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
