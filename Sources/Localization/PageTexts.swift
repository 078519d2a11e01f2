// The texts of a web page with photos.
extension Texts {
  /// The heading of a page with photos that the user has chosen.
  package var pageTitle: String { say("Photos", "Фотографии") }

  /// The link to a photo's page on the service's website.
  package var photoPageLink: String { say("Photo page", "Страница фото") }

  /// The name of the demo service in credits.
  package var demoSiteName: String {
    say("imagefeed's demo service", "демосервис imagefeed")
  }

  /// Returns the credit that the guidelines of services ask for.
  ///
  /// - Parameters:
  ///   - author: The photographer's name, possibly with markup.
  ///   - site: The name of the service, possibly with markup.
  package func pageCredit(author: String, site: String) -> String {
    say("Photo by \(author) on \(site)", "Фото: \(author), \(site)")
  }
}
