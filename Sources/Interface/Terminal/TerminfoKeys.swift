import Canvas

/// The byte sequences of a terminal's keys, from its terminfo entry.
///
/// The decoder knows the sequences of today's terminals without this table, which adds those found
/// only in the entry.
enum TerminfoKeys {
  private static let names: [(String, Key)] =
    [
      ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
      ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
      ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kcbt", Key(.backTab)),
      ("kent", Key(.enter)),
      ("kri", Key(.up, .shift)), ("kind", Key(.down, .shift)), ("kLFT", Key(.left, .shift)),
      ("kRIT", Key(.right, .shift)), ("kHOM", Key(.home, .shift)), ("kEND", Key(.end, .shift)),
      ("kPRV", Key(.pageUp, .shift)), ("kNXT", Key(.pageDown, .shift)),
    ] + (1...12).map { ("kf\($0)", Key(.function($0))) }

  /// Returns the sequences of all keys.
  ///
  /// Single bytes are omitted, because they are letters or controls.
  static func keys(_ capability: (String) -> [UInt8]?) -> [[UInt8]: Key] {
    var keys: [[UInt8]: Key] = [:]
    for (name, key) in names {
      if let bytes = capability(name), bytes.count > 1, bytes[0] == 0x1B { keys[bytes] = key }
    }
    return keys
  }
}
