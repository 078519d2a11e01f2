import FoundationEssentials

/// JSON that may hold texts which are no Unicode.
package enum LenientJSON {
  /// Decodes a response.
  ///
  /// Half of a surrogate pair, or bytes that are no UTF-8, become U+FFFD: the decoder would refuse
  /// the text, and a whole object if one of its names has them.
  package static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    from bytes: [UInt8]
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(repaired(bytes)))
  }

  package static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    let isValid = String(validating: bytes, as: UTF8.self) != nil
    var bytes = isValid ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
    var index = 0
    while let slash = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) {
      guard let unit = unit(bytes, at: slash) else {
        // Another escape, of two bytes.
        index = min(slash + 2, bytes.count)
        continue
      }
      index = slash + 6
      guard (0xD800...0xDFFF).contains(unit) else { continue }
      if unit < 0xDC00, let next = self.unit(bytes, at: index), (0xDC00...0xDFFF).contains(next) {
        index += 6
      } else {
        bytes.replaceSubrange((slash + 2)..<index, with: "FFFD".utf8)
      }
    }
    return bytes
  }

  /// The number of an escape such as `\u00e9` at this place; `nil` if there is none.
  private static func unit(_ bytes: [UInt8], at index: Int) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    let digits = String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self)
    return digits.allSatisfy(\.isHexDigit) ? UInt16(digits, radix: 16) : nil
  }
}

/// An array whose undecodable elements are left out and counted, never the whole.
package struct LossyArray<Element: Decodable>: Decodable {
  package var elements: [Element] = []
  /// Where and why an element was left out; holds no values of the answer.
  package var failures: [String] = []
  /// How many elements the service sent.
  package var count: Int { elements.count + failures.count }
  /// Whether the service sent something, and nothing of what was asked for.
  package var isUnreadable: Bool { elements.isEmpty && !failures.isEmpty }

  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    while !values.isAtEnd {
      do {
        elements.append(try values.decode(Element.self))
      } catch {
        failures.append(Self.reason(error))
        _ = try values.decode(IgnoredValue.self)
      }
    }
  }

  private static func reason(_ error: any Error) -> String {
    let (context, kind): (DecodingError.Context, String) =
      switch error {
      case DecodingError.keyNotFound(let key, let context):
        (context, "no \(key.stringValue)")
      case DecodingError.valueNotFound(_, let context): (context, "null")
      case DecodingError.typeMismatch(_, let context): (context, "another type")
      case DecodingError.dataCorrupted(let context): (context, "not valid")
      default: (.init(codingPath: [], debugDescription: ""), "undecodable")
      }
    return context.codingPath.map(\.stringValue).joined(separator: ".") + ": " + kind
  }
}

/// Decodes from anything, to step over it.
private struct IgnoredValue: Decodable {
  package init(from decoder: any Decoder) {}
}

/// Reads members that may be missing, null or of another type without failing the whole.
package struct LenientValues {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let container: KeyedDecodingContainer<Key>

  package init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Key.self)
  }

  /// A member without which the whole means nothing.
  package func required<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws
    -> Value
  {
    try container.decode(type, forKey: Key(stringValue: name))
  }

  /// A required member that names a thing in the path of an address; not one that would lead
  /// elsewhere.
  package func name(_ member: String) throws -> String {
    let name: String = try required(member)
    guard (1...200).contains(name.utf8.count), !name.allSatisfy({ $0 == "." }) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no name"))
    }
    return name
  }

  package subscript<Value: Decodable>(name: String) -> Value? {
    try? container.decodeIfPresent(Value.self, forKey: Key(stringValue: name))
  }

  /// A number, also one that comes as a text.
  package func number(_ name: String) -> Double? {
    if let number: Double = self[name] { return number }
    return text(name).flatMap(Double.init)
  }

  /// A whole number, also one that comes as a text.
  package func whole(_ name: String) -> Int? {
    if let whole: Int = self[name] { return whole }
    return number(name).flatMap { Int(exactly: $0.rounded()) }
  }

  /// A text that says something: neither missing nor blank.
  package func text(_ name: String) -> String? {
    guard let text: String = self[name], !text.allSatisfy(\.isWhitespace) else { return nil }
    return text
  }

  /// A text without the blanks that cameras put around their values.
  package func words(_ name: String) -> String? {
    text(name)?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
