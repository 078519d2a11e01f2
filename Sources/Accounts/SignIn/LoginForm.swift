import HTTP

/// The first form of a page, as a browser would send it when its first button is pressed.
package struct LoginForm {
  package let action: String
  package let fields: URLQuery

  /// Nil where the page has no form that is sent by POST.
  ///
  /// - Parameter url: of the page, for an action that is relative to it.
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

/// A tag of a page, with its attributes.
private struct Tag {
  /// In lower case; an end tag's begins with a slash.
  let name: String
  private let attributes: [String: String]

  subscript(attribute: String) -> String? { attributes[attribute] }

  var isButton: Bool { name == "button" || self["type"]?.lowercased() == "submit" }

  /// Every tag of a page in order; quoted attribute values may hold angle brackets.
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
