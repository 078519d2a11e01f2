/// Links as the services want to be linked to.
package enum Attribution {
  /// The address with the parameters that Unsplash asks for in every link to its site.
  ///
  /// See https://help.unsplash.com/en/articles/2511245-unsplash-api-guidelines
  package static func link(_ url: String) -> String {
    guard !url.isEmpty else { return url }
    let separator = url.contains("?") ? "&" : "?"
    return url + separator + "utm_source=imagefeed&utm_medium=referral"
  }
}
