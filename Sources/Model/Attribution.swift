/// Links as the services want to be linked to.
package enum Attribution {
  /// The page with the parameters that Unsplash asks for in every link to its site.
  ///
  /// See https://help.unsplash.com/en/articles/2511245-unsplash-api-guidelines
  package static func link(_ page: WebPage) -> WebPage {
    page.adding(query: "utm_source=imagefeed&utm_medium=referral")
  }
}
