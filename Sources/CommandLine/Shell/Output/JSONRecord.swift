import Model

/// A JSON object that a command prints, with members named by their paths, such as `user.name`.
///
/// `docs/commands.md` describes the members. New members may be added at any time; removing one or
/// changing its meaning increments `format`.
struct JSONRecord: Encodable, Sendable {
  typealias Value = any Encodable & Sendable

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var members: [String: Value] = ["format": PhotoTemplate.format]

  /// Creates a record without the members that have no value.
  init(_ members: [(path: String, value: Value?)]) {
    for (path, value) in members {
      guard let value else { continue }
      set(value, at: path.split(separator: ".")[...])
    }
  }

  private init() { members = [:] }

  /// Returns the object of links, which may be empty.
  static func links(_ page: WebPage?) -> JSONRecord {
    var links = JSONRecord()
    if let page { links.members["html"] = page.text }
    return links
  }

  private mutating func set(_ value: Value, at path: ArraySlice<Substring>) {
    guard let name = path.first.map(String.init) else { return }
    guard path.count > 1 else { return members[name] = value }
    var child = members[name] as? JSONRecord ?? JSONRecord()
    child.set(value, at: path.dropFirst())
    members[name] = child
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in members {
      try container.encode(value, forKey: Key(stringValue: name))
    }
  }
}
