import HTTP

/// The first form of a page, with the fields that a browser sends when its first button is pressed.
package struct LoginForm {
  /// The absolute URL that the fields are sent to.
  package let action: String
  package let fields: URLQuery

  /// Parses a page; `nil` if it has no form that is sent by POST.
  ///
  /// - Parameter url: The page's URL, to resolve a relative action.
  package init?(html: String, at url: String) {
    let tags = Tag.all(in: html)
    let isForm = { (tag: Tag) in tag.name == "form" && tag["method"]?.lowercased() == "post" }
    guard let start = tags.firstIndex(where: isForm),
      let action = WebAddress(url)?.resolving(tags[start]["action"] ?? url)
    else { return nil }
    self.action = action.description

    var hasButton = false
    var fields = URLQuery()
    for tag in tags[start...].prefix(while: { $0.name != "/form" }) {
      guard tag.name == "input" || tag.name == "button", !(tag.isButton && hasButton) else {
        continue
      }
      hasButton = hasButton || tag.isButton
      if let name = tag["name"] { fields.append(name, tag["value"] ?? "") }
    }
    self.fields = fields
  }
}

/// An HTML tag with its attributes.
private struct Tag {
  /// The name in lower case; that of an end tag begins with a slash.
  let name: String
  private let attributes: [String: String]

  subscript(attribute: String) -> String? { attributes[attribute] }

  var isButton: Bool { name == "button" || self["type"]?.lowercased() == "submit" }

  /// Returns every tag of a page in order.
  ///
  /// Quoted attribute values may contain angle brackets.
  static func all(in html: String) -> [Tag] {
    var tags: [Tag] = []
    var rest = html[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      let name = consume(&rest) { !$0.isWhitespace && $0 != ">" }
      tags.append(Tag(name: name.lowercased(), attributes: attributes(&rest)))
    }
    return tags
  }

  private static func attributes(_ rest: inout Substring) -> [String: String] {
    var attributes: [String: String] = [:]
    while true {
      _ = consume(&rest) { $0.isWhitespace || $0 == "/" }
      let name = consume(&rest) { !$0.isWhitespace && $0 != "=" && $0 != ">" && $0 != "/" }
      guard !name.isEmpty else { return attributes }
      guard rest.first == "=" else {
        attributes[name.lowercased()] = ""
        continue
      }
      rest.removeFirst()
      let value: String
      if let quote = rest.first, quote == "\"" || quote == "'" {
        rest.removeFirst()
        value = consume(&rest) { $0 != quote }
        rest = rest.dropFirst()
      } else {
        value = consume(&rest) { !$0.isWhitespace && $0 != ">" }
      }
      attributes[name.lowercased()] = unescape(value)
    }
  }

  private static func consume(_ rest: inout Substring, while isPart: (Character) -> Bool) -> String
  {
    let part = rest.prefix(while: isPart)
    rest = rest[part.endIndex...]
    return String(part)
  }

  private static func unescape(_ text: String) -> String {
    let entities = [
      ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&lt;", "<"),
      ("&gt;", ">"), ("&amp;", "&"),
    ]
    return entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
