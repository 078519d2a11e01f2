import Model

// The texts of a web page with photos.
extension Texts {
  /// The heading of a page with photos that the user has chosen.
  package var pageTitle: String { say("Photos", "Фотографии") }

  /// The link to a photo's page on the service's website.
  package var photoPageLink: String { say("Photo page", "Страница фото") }

  /// The name of the demo service in credits.
  package var demoSiteName: String {
    say(Launch.demoSite, "демосервис imagefeed")
  }

  /// Returns the credit that the guidelines of services ask for.
  ///
  /// - Parameters:
  ///   - site: The name of the service.
  ///   - mark: Returns a part as it is written, such as with markup.
  package func credit(
    _ credit: Credit,
    site: String,
    _ mark: (Credit.Part, String) -> String = { $1 }
  ) -> String {
    language == .russian
      ? credit.russianLine(site: site, mark)
      : credit.line(site: site, hasLicense: false, mark)
  }
}
