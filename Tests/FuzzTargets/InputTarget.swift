import Canvas
import Platform
import Terminal

/// Keys, pastes and replies of a terminal.
///
/// The first byte is the position that the others are split at.
final class InputTarget: FuzzTarget {
  /// A small limit, so that inputs exceed it.
  private static let pasteLimit = 64
  /// Sequences known only from terminfo.
  ///
  /// The first bytes of one are another known sequence.
  private static let keys: [[UInt8]: Key] = [
    Array("\u{1B}[25~".utf8): Key(.function(13)), Array("\u{1B}x".utf8): Key(.insert),
    Array("\u{1B}[>4z".utf8): Key(.home), Array("\u{1B}Oz".utf8): Key(.end),
  ]
  private static let pasteEnd = "\u{1B}[201~"

  private struct Decoded: Equatable {
    var events: [InputEvent] = []
    var replies: [[UInt8]] = []
  }

  func run(_ input: [UInt8]) throws(Finding) {
    let bytes = Array(input.dropFirst())
    let cut = Int(input.first ?? 0) % (bytes.count + 1)
    let whole = try decode([bytes])
    try promise(decode(bytes.map { [$0] }), equals: whole, "bytes one by one mean the same")
    try promise(
      decode([Array(bytes[..<cut]), Array(bytes[cut...])]),
      equals: whole,
      "bytes cut in two mean the same"
    )
    try promise(whole.events.count <= bytes.count + 1, "no event comes from nothing")
    try checkReplies(whole, in: bytes)
    try checkText(whole.events, bytes)
    for case .paste(let text) in whole.events {
      // A byte that isn't UTF-8 becomes a character of three bytes.
      try promise(text.utf8.count <= 3 * Self.pasteLimit, "a paste has its limit")
      try promise(!text.contains(Self.pasteEnd), "a paste does not hold its own end")
    }
  }

  /// Returns all events of bytes that arrive in parts, followed by a pause.
  private func decode(_ parts: [[UInt8]]) throws(Finding) -> Decoded {
    var decoder = InputDecoder(keys: Self.keys, pasteLimit: Self.pasteLimit)
    var decoded = Decoded()
    for part in parts {
      decoded.events += decoder.feed(part, at: MonotonicTime(nanoseconds: 0))
      decoded.replies += decoder.drainReplies()
      try promise(decoder.heldBytes <= 8192, "little is kept of what is unfinished")
    }
    decoded.events += decoder.flush(at: MonotonicTime(nanoseconds: .max))
    try promise(decoder.deadline == nil, "nothing is waited for after the silence")
    let next = decoder.feed([UInt8(ascii: "a")], at: MonotonicTime(nanoseconds: 0))
    try promise(next, equals: [.key(.character("a"))], "the next key is itself")
    return decoded
  }

  /// Checks that replies contain exactly their bytes, in order.
  private func checkReplies(_ decoded: Decoded, in bytes: [UInt8]) throws(Finding) {
    let count = decoded.events.count { if case .reply = $0 { true } else { false } }
    try promise(count, equals: decoded.replies.count, "each reply has its bytes")
    var rest = bytes[...]
    for reply in decoded.replies {
      while !rest.isEmpty, !rest.starts(with: reply) { rest = rest.dropFirst() }
      try promise(!rest.isEmpty, "a reply is a part of what came")
      rest = rest.dropFirst(reply.count)
    }
  }

  /// Checks that text without control characters is typed character by character.
  private func checkText(_ events: [InputEvent], _ bytes: [UInt8]) throws(Finding) {
    guard let text = String(validating: bytes, as: UTF8.self),
      text.unicodeScalars.allSatisfy({ $0.value >= 0xA0 || (0x20..<0x7F).contains($0.value) })
    else { return }
    let typed = text.unicodeScalars.map { InputEvent.key(.character(Character($0))) }
    try promise(events, equals: typed, "plain text is typed as it is")
  }
}
