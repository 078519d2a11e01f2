import Canvas

/// What the keys of a terminal send, by terminfo.
///
/// The decoder knows what today's terminals send by itself; this adds what only the entry knows.
enum KeyTable {
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

  /// Asks for every key; single bytes are left out, they are letters or controls.
  static func keys(_ capability: (String) -> [UInt8]?) -> [[UInt8]: Key] {
    var keys: [[UInt8]: Key] = [:]
    for (name, key) in names {
      if let bytes = capability(name), bytes.count > 1, bytes[0] == 0x1B { keys[bytes] = key }
    }
    return keys
  }
}
