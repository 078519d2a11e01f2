import Canvas
import Platform

/// A decoder of the terminal's bytes into input events, at whatever points they are split.
///
/// Does no I/O: bytes and the time are the input, events the output. The grammar is ECMA-48 as
/// terminals use it: xterm's ctlseqs, rxvt, the Linux console, kitty's keyboard protocol. Replies
/// to queries are always decoded, like keys, so that a late reply is never read as typing.
package struct InputDecoder {
  /// The time to wait after ESC for the rest of a sequence before reporting the Esc key.
  package var escapeTimeout: Duration = .milliseconds(25) {
    didSet {
      guard deadline != nil, state == .escape || state == .doubleEscape else { return }
      deadline = fedAt + escapeTimeout
    }
  }
  /// The longest pause within any other sequence before it is discarded.
  package var sequenceTimeout: Duration = .milliseconds(500)
  /// The longest pause within a paste before it is considered complete.
  package var pasteTimeout: Duration = .seconds(5)
  /// The extension of a paste's deadline by each of its bytes.
  ///
  /// A paste arrives faster than this, even over a serial line. Keys arrive more slowly, even when
  /// they repeat, so they don't extend a paste without an end.
  private static let pasteTimePerByte = Duration.milliseconds(5)
  /// The shortest pause before a Ctrl+C that is a key even during a paste, if it also arrives
  /// alone.
  private static let interruptPause = Duration.milliseconds(100)
  private static let interrupt: UInt8 = 0x03

  /// The time when `flush(at:)` must be called; `nil` if no sequence is unfinished.
  package private(set) var deadline: MonotonicTime?

  private enum State: Equatable {
    case ground
    /// A UTF-8 sequence with this many bytes missing.
    case character(missing: Int)
    case escape
    /// A second ESC after the first: Alt with a special key, or Esc twice.
    case doubleEscape
    case control
    case singleShift
    /// The letter after `ESC [ [`: F1 to F5 of the Linux console.
    case consoleKey
    /// The bytes after `ESC [ M`, three in all: a mouse report in the old encoding.
    case oldMouse(missing: Int)
    case string
    case stringEscape
    case paste
  }

  /// The number of bytes stored of an unfinished sequence or paste.
  package var heldBytes: Int { bytes.count }

  private static let sequenceLimit = 256
  private static let stringLimit = 8192

  private let keys: [[UInt8]: Key]
  private let pasteLimit: Int
  private var state = State.ground
  /// The bytes of the current sequence so far, without its introducer.
  private var bytes: [UInt8] = []
  /// The byte after ESC that started a string: `]`, `P`, `_`, `^` or `X`.
  private var introducer: UInt8 = 0
  private var hasAlt = false
  private var fedAt = MonotonicTime(nanoseconds: 0)
  /// Whether the current paste started in the bytes fed last.
  private var isNewPaste = false
  /// The raw bytes of each reply among the events since `drainReplies()`.
  private var replies: [[UInt8]] = []

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - keys: the byte sequences of the terminal's keys, from terminfo.
  ///   - pasteLimit: the maximum number of bytes in a paste. Further bytes are dropped.
  package init(keys: [[UInt8]: Key] = [:], pasteLimit: Int = 1 << 20) {
    self.keys = keys
    self.pasteLimit = pasteLimit
  }

  /// Decodes bytes that have just arrived.
  package mutating func feed(_ input: some Sequence<UInt8>, at now: MonotonicTime) -> [InputEvent] {
    var events: [InputEvent] = []
    var count = 0
    var last: UInt8 = 0
    let pasteDeadline = state == .paste ? deadline : nil
    isNewPaste = false
    for byte in input {
      step(byte, &events)
      count += 1
      last = byte
    }
    let isInterrupt =
      count == 1 && last == Self.interrupt && pasteDeadline != nil
      && fedAt + Self.interruptPause <= now
    if isInterrupt {
      bytes.removeLast()
      events += [pasteEvent(), .key(Key(.character("c"), .control))]
      reset()
    }
    fedAt = now
    switch state {
    case .ground, .character: deadline = nil
    case .escape, .doubleEscape: deadline = now + escapeTimeout
    case .paste:
      let latest = now + pasteTimeout
      let extended = isNewPaste ? nil : pasteDeadline.map { $0 + Self.pasteTimePerByte * count }
      deadline = min(latest, extended ?? latest)
    default: deadline = now + sequenceTimeout
    }
    return events
  }

  /// Ends an unfinished sequence if its deadline has passed.
  ///
  /// A lone ESC becomes the Esc key, and a sequence's beginning becomes a key with Alt. A paste is
  /// returned as far as it has arrived. Other sequences are dropped.
  package mutating func flush(at now: MonotonicTime) -> [InputEvent] {
    guard let deadline, deadline <= now else { return [] }
    self.deadline = nil
    defer { reset() }
    switch state {
    case .escape: return [.key(Key(.escape))]
    case .doubleEscape: return [.key(Key(.escape)), .key(Key(.escape))]
    case .control where bytes.isEmpty: return [.key(Key(.character("["), .alt))]
    case .singleShift where bytes.isEmpty: return [.key(Key(.character("O"), .alt))]
    case .string where bytes.isEmpty:
      return [.key(Key(.character(Character(UnicodeScalar(introducer))), .alt))]
    case .paste: return [pasteEvent()]
    default: return []
    }
  }

  /// Returns the raw bytes of the replies among the events since the last call, in order.
  package mutating func drainReplies() -> [[UInt8]] {
    defer { replies = [] }
    return replies
  }

  private mutating func reset() {
    state = .ground
    hasAlt = false
    if bytes.capacity > Self.stringLimit {
      bytes = []
    } else {
      bytes.removeAll(keepingCapacity: true)
    }
  }

  // MARK: One byte

  private mutating func step(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch state {
    case .ground: ground(byte, &events)
    case .character(let missing): character(byte, missing, &events)
    case .escape: escape(byte, &events)
    case .doubleEscape: doubleEscape(byte, &events)
    case .control: control(byte, &events)
    case .singleShift: singleShift(byte, &events)
    case .consoleKey:
      let number = Int(byte) - Int(UInt8(ascii: "A")) + 1
      finish((1...5).contains(number) ? .key(key(.function(number))) : nil, &events)
    case .oldMouse(let missing):
      if missing > 1 { state = .oldMouse(missing: missing - 1) } else { reset() }
    case .string: string(byte, &events)
    case .stringEscape: stringEscape(byte, &events)
    case .paste: paste(byte, &events)
    }
  }

  private mutating func ground(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x00..<0x20, 0x7F: finish(.key(controlKey(byte)), &events)
    case 0x20..<0x7F: finish(.key(key(.character(Character(UnicodeScalar(byte))))), &events)
    case 0xC2...0xF4:
      bytes = [byte]
      state = .character(missing: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
    default: reset()  // not UTF-8
    }
  }

  private mutating func character(_ byte: UInt8, _ missing: Int, _ events: inout [InputEvent]) {
    guard byte & 0xC0 == 0x80 else {
      reset()
      return ground(byte, &events)
    }
    bytes.append(byte)
    guard missing == 1 else {
      state = .character(missing: missing - 1)
      return
    }
    let text = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
    // C1 controls aren't letters either.
    let letter = text.flatMap { $0.value < 0xA0 ? nil : Character($0) }
    finish(letter.map { .key(key(.character($0))) }, &events)
  }

  private mutating func escape(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x1B: state = .doubleEscape
    case UInt8(ascii: "["): begin(.control)
    case UInt8(ascii: "O"): begin(.singleShift)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      introducer = byte
      begin(.string)
    default:
      if let key = keys[[0x1B, byte]] { return finish(.key(key), &events) }
      hasAlt = true
      ground(byte, &events)
    }
  }

  private mutating func doubleEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x1B: events.append(.key(Key(.escape)))
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      hasAlt = true
      escape(byte, &events)
    default:
      events.append(.key(Key(.escape)))
      escape(byte, &events)
    }
  }

  private mutating func begin(_ next: State) {
    bytes.removeAll(keepingCapacity: true)
    state = next
  }

  private mutating func finish(_ event: InputEvent?, _ events: inout [InputEvent]) {
    if let event { events.append(event) }
    reset()
  }

  /// Returns a key, with Alt if ESC preceded it.
  private func key(_ code: Key.Code, _ modifiers: Key.Modifiers = []) -> Key {
    Key(code, hasAlt ? modifiers.union(.alt) : modifiers)
  }

  private func controlKey(_ byte: UInt8) -> Key {
    switch byte {
    case 0x00: key(.character(" "), .control)
    case 0x08, 0x7F: key(.backspace)
    case 0x09: key(.tab)
    case 0x0D: key(.enter)
    case 0x01...0x1A: key(.character(Character(UnicodeScalar(byte + 0x60))), .control)
    default: key(.character(Character(UnicodeScalar(byte + 0x40))), .control)
    }
  }

  // MARK: Control sequences

  private mutating func control(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "[") where bytes.isEmpty: state = .consoleKey
    case UInt8(ascii: "M") where bytes.isEmpty:
      releaseEscape(&events)
      state = .oldMouse(missing: 3)
    case UInt8(ascii: "$") where ControlSequence.isNumber(bytes):
      // rxvt ends keys with Shift like this. In a mode report other bytes precede the `$`.
      endControl(byte, &events)
    case 0x20..<0x40:
      if bytes.count < Self.sequenceLimit { bytes.append(byte) }
    case 0x40..<0x7F: endControl(byte, &events)
    default:
      // This byte can't be part of a sequence: the previous one was cut off.
      reset()
      ground(byte, &events)
    }
  }

  private mutating func endControl(_ final: UInt8, _ events: inout [InputEvent]) {
    guard bytes.count < Self.sequenceLimit else { return reset() }
    let sequence = ControlSequence(bytes, final: final)
    if sequence.isPasteBegin {
      releaseEscape(&events)
      isNewPaste = true
      return begin(.paste)
    }
    if var event = sequence.event {
      if case .reply = event { replies.append([0x1B, UInt8(ascii: "[")] + bytes + [final]) }
      if case .key(var key) = event {
        if hasAlt { key.modifiers.insert(.alt) }
        event = .key(key)
      } else {
        releaseEscape(&events)
      }
      return finish(event, &events)
    }
    finish(keys[[0x1B, UInt8(ascii: "[")] + bytes + [final]].map { .key($0) }, &events)
  }

  /// Reports the Esc key if ESC immediately preceded something that no key sends.
  ///
  /// Examples are replies of the terminal, and reports of the mouse, the focus or a paste.
  private mutating func releaseEscape(_ events: inout [InputEvent]) {
    guard hasAlt else { return }
    hasAlt = false
    events.append(.key(Key(.escape)))
  }

  private mutating func singleShift(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"):
      if bytes.count < Self.sequenceLimit { bytes.append(byte) }
    case 0x20..<0x7F:
      let modifiers = ControlSequence.modifiers(ControlSequence.number(bytes))
      if let key = ControlSequence.singleShiftKey(byte) {
        finish(.key(self.key(key.code, key.modifiers.union(modifiers))), &events)
      } else {
        finish(keys[[0x1B, UInt8(ascii: "O"), byte]].map { .key($0) }, &events)
      }
    default:
      reset()
      ground(byte, &events)
    }
  }

  // MARK: Strings and pastes

  private mutating func string(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x1B: state = .stringEscape
    case 0x07 where introducer == UInt8(ascii: "]"): endString([byte], &events)
    case 0x18, 0x1A: reset()
    default:
      if bytes.count < Self.stringLimit { bytes.append(byte) }
    }
  }

  private mutating func stringEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
    if byte == UInt8(ascii: "\\") { return endString([0x1B, byte], &events) }
    // Another sequence has cut off the string.
    reset()
    state = .escape
    escape(byte, &events)
  }

  private mutating func endString(_ terminator: [UInt8], _ events: inout [InputEvent]) {
    guard bytes.count < Self.stringLimit else { return reset() }
    replies.append([0x1B, introducer] + bytes + terminator)
    finish(.reply(TerminalReply(string: bytes, introducer: introducer)), &events)
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func paste(_ byte: UInt8, _ events: inout [InputEvent]) {
    bytes.append(byte)
    if byte == UInt8(ascii: "~"), bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
      bytes.removeLast(Self.pasteEnd.count)
      finish(pasteEvent(), &events)
    } else if bytes.count >= pasteLimit + 2 * Self.pasteEnd.count {
      // Beyond the limit, only the last bytes are stored, to recognize the end of the paste.
      bytes.removeSubrange(pasteLimit..<bytes.count - Self.pasteEnd.count)
    }
  }

  /// Returns the paste as far as it has arrived, up to its limit.
  private func pasteEvent() -> InputEvent {
    .paste(String(decoding: bytes.prefix(pasteLimit), as: UTF8.self))
  }
}
