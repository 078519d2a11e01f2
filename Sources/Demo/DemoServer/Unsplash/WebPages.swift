import Model

/// The pages that a browser shows.
enum WebPages {
  /// The redirect URI of the out-of-band flow, which shows the code on a page.
  static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

  static let invalidClient =
    "Client authentication failed due to unknown client, no client authentication included, or "
    + "unsupported authentication method."

  /// Returns the page with Login and Cancel, two forms that carry the request's fields.
  ///
  /// - Parameters:
  ///   - action: The URL that the forms are sent to.
  ///   - asks: The permissions that the application requests.
  static func authorize(_ fields: FormFields, action: String, asks: [String]) -> DemoResponse {
    let carried = [
      "client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge",
      "code_challenge_method", "payload",
    ]
    let hidden = carried.compactMap { name in
      fields[name].map { value in
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(HTMLText.escaped(value))\">"
      }
    }.joined(separator: "\n")
    let list = asks.map { "<li>\($0)</li>" }.joined()
    return page(
      200,
      title: "Sign in",
      """
      <p>An application wants to use the demo service as <b>Demo Visitor</b>. It asks for:</p>
      <ul>\(list)</ul>
      <form id="login" action="\(action)" method="post">
      \(hidden)
      <button type="submit">Login</button>
      </form>
      <form id="cancel" action="\(action)" method="post">
      <input type="hidden" name="_method" value="delete">
      \(hidden)
      <button type="submit">Cancel</button>
      </form>
      """
    )
  }

  static func code(_ code: String) -> DemoResponse {
    page(
      200,
      title: "Authorization code",
      "<p>Copy this code into the application:</p>\n<code id=\"authorization_code\">"
        + HTMLText.escaped(code) + "</code>"
    )
  }

  static func error(_ status: Int, _ text: String) -> DemoResponse {
    page(status, title: "An error has occurred", "<pre>\(HTMLText.escaped(text))</pre>")
  }

  static var missing: DemoResponse {
    page(404, title: "Not found", "<p>There is no such page.</p>")
  }

  /// Returns the page of a photo with its credit, for "open in browser".
  static func view(title: String, text: String, picture: String, credit: String) -> DemoResponse {
    page(
      200,
      title: title,
      """
      <p><img src="\(HTMLText.escaped(picture))" alt="" style="max-width: 100%"></p>
      <p>\(HTMLText.escaped(text))</p>
      <p>\(HTMLText.escaped(credit))</p>
      """
    )
  }

  /// Returns the page of a user with their photos.
  static func profile(name: String, bio: String, pictures: [String]) -> DemoResponse {
    let images = pictures.map { "<img src=\"\(HTMLText.escaped($0))\" alt=\"\">" }
    return page(
      200,
      title: name,
      "<p style=\"white-space: pre-line\">\(HTMLText.escaped(bio))</p>\n<p>"
        + images.joined(separator: "\n") + "</p>"
    )
  }

  /// The bot check of a website that rejects programs.
  static var wall: DemoResponse {
    page(200, title: "Making sure you're not a bot!", "<p>This page needs JavaScript.</p>")
  }

  private static func page(_ status: Int, title: String, _ body: String) -> DemoResponse {
    .html(
      status,
      """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>\(HTMLText.escaped(title))</title>
      <style>body { font: 1.1em sans-serif; max-width: 32em; margin: 4em auto; }</style></head>
      <body><h1>\(HTMLText.escaped(title))</h1>
      \(body)
      </body></html>
      """
    )
  }
}
