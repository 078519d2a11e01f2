import Foundation
import Harness

/// The part of JSON Schema (draft 2020-12) that `docs/commands.schema.json` uses.
///
/// Any other keyword in a schema fails, so that nothing in it stays unchecked.
struct JSONSchema {
  private let root: [String: Any]

  init(_ data: Data) throws {
    guard let root = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw Failure("the schema is no object")
    }
    self.root = root
  }

  /// Returns the errors of a value, according to a definition of the schema.
  ///
  /// - Parameter isClosed: whether members unknown to the schema are errors too.
  func mistakes(in value: Any, by definition: String, isClosed: Bool = true) throws -> [String] {
    try check(value, try resolved("#/$defs/" + definition), at: definition, isClosed)
  }

  /// Returns the members of a definition and of the objects in it, such as `user.name`.
  func members(of definition: String) throws -> Set<String> {
    try members(of: try resolved("#/$defs/" + definition), at: "")
  }

  private func members(of schema: [String: Any], at path: String) throws -> Set<String> {
    var schema = schema
    if let reference = schema["$ref"] as? String { schema = try resolved(reference) }
    guard let properties = schema["properties"] as? [String: [String: Any]] else { return [path] }
    return try properties.reduce(into: []) { all, entry in
      let name = path.isEmpty ? entry.key : path + "." + entry.key
      all.formUnion(try members(of: entry.value, at: name))
    }
  }

  private func resolved(_ reference: String) throws -> [String: Any] {
    var value: Any = root
    for part in reference.split(separator: "/").dropFirst() {
      guard let next = (value as? [String: Any])?[String(part)] else {
        throw Failure("nothing is at \(reference)")
      }
      value = next
    }
    guard let schema = value as? [String: Any] else { throw Failure("no schema at \(reference)") }
    return schema
  }

  private func check(
    _ value: Any,
    _ schema: [String: Any],
    at path: String,
    _ isClosed: Bool
  ) throws -> [String] {
    var mistakes: [String] = []
    func expect(_ holds: Bool, _ keyword: String) {
      if !holds { mistakes.append("\(path): \(keyword): \(value)") }
    }
    for (keyword, argument) in schema {
      switch (keyword, argument) {
      case ("description", _): break
      case ("$ref", let reference as String):
        mistakes += try check(value, try resolved(reference), at: path, isClosed)
      case ("type", let type as String): expect(try isOf(type, value), keyword)
      case ("const", let constant): expect(isEqual(value, constant), keyword)
      case ("enum", let values as [Any]):
        expect(values.contains { isEqual(value, $0) }, keyword)
      case ("pattern", let pattern as String):
        let text = value as? String ?? ""
        expect(text.range(of: pattern, options: .regularExpression) != nil, keyword)
      case ("minimum", let least as NSNumber):
        expect((value as? NSNumber).map { $0.doubleValue >= least.doubleValue } ?? true, keyword)
      case ("required", let names as [String]):
        let object = value as? [String: Any] ?? [:]
        for name in names { expect(object[name] != nil, "required \(name)") }
      case ("properties", let properties as [String: [String: Any]]):
        for (name, member) in value as? [String: Any] ?? [:] {
          guard let schema = properties[name] else {
            expect(!isClosed, "unknown \(name)")
            continue
          }
          mistakes += try check(member, schema, at: path + "." + name, isClosed)
        }
      default: throw Failure("\(path): the checker does not know \(keyword)")
      }
    }
    return mistakes
  }

  private func isEqual(_ one: Any, _ other: Any) -> Bool {
    switch (one, other) {
    case (let one as String, let other as String): one == other
    case (let one as NSNumber, let other as NSNumber):
      Self.isFlag(one) == Self.isFlag(other) && one == other
    default: false
    }
  }

  /// Whether a number represents a Boolean.
  ///
  /// `JSONSerialization` makes numbers of both.
  private static func isFlag(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c" || String(cString: number.objCType) == "B"
  }

  private func isOf(_ type: String, _ value: Any) throws -> Bool {
    switch type {
    case "object": return value is [String: Any]
    case "string": return value is String
    case "boolean": return (value as? NSNumber).map(Self.isFlag) ?? false
    case "integer":
      guard let number = value as? NSNumber, !Self.isFlag(number) else { return false }
      return number.doubleValue.rounded() == number.doubleValue
    default: throw Failure("the checker does not know the type \(type)")
    }
  }
}
