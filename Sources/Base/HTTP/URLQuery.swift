/// The query of a URL, or a form: a list of items.
///
/// Parsed items keep their spelling, because signed image URLs become invalid if it changes.
package struct URLQuery: Equatable, Sendable {
  private struct Item: Equatable, Sendable {
    var name: String
    /// The text between the ampersands.
    var spelling: String
  }

  private var items: [Item] = []

  /// Creates a query of unencoded names and values.
  package init(_ items: KeyValuePairs<String, String> = [:]) {
    for (name, value) in items { append(name, value) }
  }

  /// Parses a query without its question mark.
  package init(parsing text: String) {
    items = text.split(separator: "&").map { spelling in
      let name = spelling.prefix { $0 != "=" }
      return Item(name: percentDecoded(name), spelling: String(spelling))
    }
  }

  package var isEmpty: Bool { items.isEmpty }

  /// Whether a name occurs more than once.
  package var hasDuplicates: Bool { Set(items.map(\.name)).count < items.count }

  /// The encoded query, for a URL or the body of a form.
  package var text: String { items.map(\.spelling).joined(separator: "&") }

  /// The body of an `application/x-www-form-urlencoded` request.
  package var formBody: [UInt8] { Array(text.utf8) }

  /// The first value of a name.
  ///
  /// Setting it replaces all values of the name, at the position of the first.
  package subscript(name: String) -> String? {
    get { items.first { $0.name == name }.map(value) }
    set {
      let index = items.firstIndex { $0.name == name }
      items.removeAll { $0.name == name }
      guard let newValue else { return }
      let item = Self.item(name, newValue)
      if let index { items.insert(item, at: index) } else { items.append(item) }
    }
  }

  /// Adds an item, even if its name exists.
  package mutating func append(_ name: String, _ value: String) {
    items.append(Self.item(name, value))
  }

  private func value(_ item: Item) -> String {
    percentDecoded(item.spelling.drop { $0 != "=" }.dropFirst())
  }

  private static func item(_ name: String, _ value: String) -> Item {
    Item(name: name, spelling: percentEncoded(name) + "=" + percentEncoded(value))
  }
}

/// Escapes all bytes except the unreserved ones of RFC 3986, 2.3.
///
/// Suitable for path segments, queries and forms.
package func percentEncoded(_ text: String) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count)
  for byte in text.utf8 {
    if isUnreserved(byte) {
      bytes.append(byte)
    } else {
      bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Decodes percent encoding and the plus signs of forms.
///
/// Invalid escapes are kept.
package func percentDecoded(_ text: some StringProtocol) -> String {
  let source = Array(text.utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(source.count)
  var index = 0
  while index < source.count {
    switch source[index] {
    case UInt8(ascii: "+"):
      bytes.append(UInt8(ascii: " "))
    case UInt8(ascii: "%") where index + 2 < source.count:
      if let high = hexValue(source[index + 1]), let low = hexValue(source[index + 2]) {
        bytes.append(high << 4 | low)
        index += 2
      } else {
        bytes.append(source[index])
      }
    default:
      bytes.append(source[index])
    }
    index += 1
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func isUnreserved(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "-._~".utf8.contains(byte)
  }
}

private func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
