/// A JSON value that is built once and written many times, with gaps for the changing parts.
///
/// Members keep their order. A response with thirty photos must take only microseconds, and the
/// real service escapes `&` unlike any stock encoder. A custom encoder is therefore used.
indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])
  /// A URL, with the response's `ixid` between its two parts.
  case tracked(String, String)
  case slot(JSONTemplate.Slot)

  static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
  static func optional(_ number: Double?) -> JSON { number.map(JSON.number) ?? .null }

  /// Returns the object with more members; other values are returned unchanged.
  func adding(_ members: [(String, JSON)]) -> JSON {
    guard case .object(let own) = self else { return self }
    return .object(own + members)
  }

  var bytes: [UInt8] { JSONTemplate(self).filled(ixid: "", likes: 0, isLiked: false) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .int(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(nilLiteral: ()) { self = .null }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
}

/// Written JSON with gaps: the constant bytes of a photo, and the positions of the values that each
/// response fills in.
struct JSONTemplate: Sendable {
  enum Slot: Sendable {
    case ixid, likes, isLiked, collections
  }

  private(set) var bytes: [UInt8] = []
  private var gaps: [(offset: Int, slot: Slot)] = []

  init(_ json: JSON) {
    bytes.reserveCapacity(4096)
    write(json)
  }

  /// Appends the JSON with its gaps filled.
  ///
  /// - Parameter collections: A JSON array; `nil` for an empty one.
  func append(
    to output: inout [UInt8],
    ixid: String,
    likes: Int,
    isLiked: Bool,
    collections: [UInt8]? = nil
  ) {
    var position = 0
    for gap in gaps {
      output.append(contentsOf: bytes[position..<gap.offset])
      switch gap.slot {
      case .ixid: output.append(contentsOf: ixid.utf8)
      case .likes: output.append(contentsOf: String(likes).utf8)
      case .isLiked: output.append(contentsOf: (isLiked ? "true" : "false").utf8)
      case .collections: output.append(contentsOf: collections ?? Array("[]".utf8))
      }
      position = gap.offset
    }
    output.append(contentsOf: bytes[position...])
  }

  func filled(
    ixid: String,
    likes: Int,
    isLiked: Bool,
    collections: [UInt8]? = nil
  ) -> [UInt8] {
    var output: [UInt8] = []
    append(to: &output, ixid: ixid, likes: likes, isLiked: isLiked, collections: collections)
    return output
  }

  private mutating func write(_ json: JSON) {
    switch json {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .int(let value): bytes.append(contentsOf: String(value).utf8)
    case .number(let value): bytes.append(contentsOf: String(value).utf8)
    case .string(let text): quoted { $0.escape(text) }
    case .array(let elements):
      list("[", "]", elements) { $0.write($1) }
    case .object(let members):
      list("{", "}", members) { template, member in
        template.quoted { $0.escape(member.0) }
        template.bytes.append(UInt8(ascii: ":"))
        template.write(member.1)
      }
    case .tracked(let head, let tail):
      quoted {
        $0.escape(head)
        $0.gaps.append(($0.bytes.count, .ixid))
        $0.escape(tail)
      }
    case .slot(let slot): gaps.append((bytes.count, slot))
    }
  }

  private mutating func list<Element>(
    _ opening: Unicode.Scalar,
    _ closing: Unicode.Scalar,
    _ elements: [Element],
    _ body: (inout JSONTemplate, Element) -> Void
  ) {
    bytes.append(UInt8(ascii: opening))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      body(&self, element)
    }
    bytes.append(UInt8(ascii: closing))
  }

  private mutating func quoted(_ body: (inout JSONTemplate) -> Void) {
    bytes.append(UInt8(ascii: "\""))
    body(&self)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Escapes as Rails does: `&`, `<` and `>` become `\u0026`, `\u003c`, `\u003e`.
  private mutating func escape(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
      case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
      case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
      case ..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"):
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(Self.digits[Int(byte >> 4)])
        bytes.append(Self.digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
