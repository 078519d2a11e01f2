/// An array whose undecodable elements are left out and counted, never the whole.
struct LossyArray<Element: Decodable>: Decodable {
  var elements: [Element] = []
  /// Where and why an element was left out; holds no values of the answer.
  var failures: [String] = []
  /// How many elements the service sent.
  var count: Int { elements.count + failures.count }
  /// Whether the service sent something, and nothing of what was asked for.
  var isUnreadable: Bool { elements.isEmpty && !failures.isEmpty }

  init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    while !values.isAtEnd {
      do {
        elements.append(try values.decode(Element.self))
      } catch {
        failures.append(Self.reason(error))
        _ = try values.decode(Anything.self)
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
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}

/// Reads members that may be missing, null or of another type without failing the whole.
struct LenientValues {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let container: KeyedDecodingContainer<Key>

  init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }

  /// A member without which the whole means nothing.
  func required<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value
  {
    try container.decode(type, forKey: Key(stringValue: name))
  }

  /// A required member that names a thing in the path of an address; not one that would lead
  /// elsewhere.
  func name(_ member: String) throws -> String {
    let name: String = try required(member)
    guard (1...200).contains(name.utf8.count), !name.allSatisfy({ $0 == "." }) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no name"))
    }
    return name
  }

  subscript<Value: Decodable>(name: String) -> Value? {
    try? container.decodeIfPresent(Value.self, forKey: Key(stringValue: name))
  }

  /// A text that says something: neither missing nor blank.
  func text(_ name: String) -> String? {
    guard let text: String = self[name], !text.allSatisfy(\.isWhitespace) else { return nil }
    return text
  }

  /// A text without the blanks that cameras put around their values.
  func words(_ name: String) -> String? {
    text(name)?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
