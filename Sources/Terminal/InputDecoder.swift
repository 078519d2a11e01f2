import Canvas
import Platform

/// Turns the bytes of a terminal into input events, however they are cut.
///
/// It does no I/O: bytes and the time go in, events come out. The grammar is that of ECMA-48 as
/// terminals really speak it (xterm's ctlseqs, rxvt, the Linux console, kitty's keyboard protocol).
/// Answers to queries take the same way as keys, always, so that a late one is never typed.
package struct InputDecoder {
  /// How long a lone ESC may be the begin of something; then it is the Esc key.
  package var escapeTimeout: Duration = .milliseconds(25) {
    didSet {
      guard deadline != nil, state == .escape || state == .doubleEscape else { return }
      deadline = fedAt + escapeTimeout
    }
  }
  /// How long any other unfinished sequence may pause before it is given up.
  package var sequenceTimeout: Duration = .milliseconds(500)
  /// How long a paste may pause before what came is taken as all of it.
  package var pasteTimeout: Duration = .seconds(5)
  /// How much later a paste times out for each byte of it.
  ///
  /// A paste arrives faster than this, on a serial line too. Keys arrive more slowly, even when
  /// they repeat, so that they don't keep an unterminated paste open.
  private static let pasteTimePerByte = Duration.milliseconds(5)
  /// A Ctrl+C that arrives alone after this pause is a key, also during a paste.
  private static let interruptPause = Duration.milliseconds(100)
  private static let interrupt: UInt8 = 0x03

  /// When `flush(at:)` has something to do; nil while nothing is unfinished.
  package private(set) var deadline: MonotonicTime?

  private enum State: Equatable {
    case ground
    /// Inside of a UTF-8 sequence, this many bytes to come.
    case character(missing: Int)
    case escape
    /// A second ESC after the first: Alt with a special key, or Esc twice.
    case doubleEscape
    case control
    case singleShift
    /// The one letter after `ESC [ [`: the Linux console's F1 to F5.
    case consoleKey
    /// The three bytes after `ESC [ M`: a mouse report in the old encoding.
    case oldMouse(missing: Int)
    case string
    case stringEscape
    case paste
  }

  /// How many bytes are kept of what is unfinished.
  package var heldBytes: Int { bytes.count }

  private static let sequenceLimit = 256
  private static let stringLimit = 8192

  private let keys: [[UInt8]: Key]
  private let pasteLimit: Int
  private var state = State.ground
  /// What the current sequence consists of so far, without its introducer.
  private var bytes: [UInt8] = []
  /// The byte after ESC that began a string: `]`, `P`, `_`, `^` or `X`.
  private var introducer: UInt8 = 0
  private var hasAlt = false
  private var fedAt = MonotonicTime(nanoseconds: 0)
  /// Whether the current paste began with the bytes that were fed last.
  private var isNewPaste = false
  /// The bytes of each reply among the events since `drainReplies()`.
  private var replies: [[UInt8]] = []

  /// - Parameters:
  ///   - keys: what a terminal's keys send, from terminfo.
  ///   - pasteLimit: how many bytes of a paste are kept.
  package init(keys: [[UInt8]: Key] = [:], pasteLimit: Int = 1 << 20) {
    self.keys = keys
    self.pasteLimit = pasteLimit
  }

  /// Decodes bytes that came in just now.
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

  /// Takes what is unfinished as it is, if its time has come.
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

  /// Returns the bytes of the replies among the events since the last call, in order.
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
    // C1 controls are no letters either.
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

  /// A key with the Alt of an ESC that came before it.
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
      // rxvt ends keys with Shift like this; in a mode's report there is more before it.
      endControl(byte, &events)
    case 0x20..<0x40:
      if bytes.count < Self.sequenceLimit { bytes.append(byte) }
    case 0x40..<0x7F: endControl(byte, &events)
    default:
      // Not a part of any sequence: what came before was cut off.
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

  /// Gives the Esc key that came right before something that no key sends: an answer of the
  /// terminal, the mouse, the focus or a paste.
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
    // The string was cut off by another sequence.
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
      // Beyond the limit only the end matters.
      bytes.removeSubrange(pasteLimit..<bytes.count - Self.pasteEnd.count)
    }
  }

  /// Returns the paste that has arrived so far, up to its limit.
  private func pasteEvent() -> InputEvent {
    .paste(String(decoding: bytes.prefix(pasteLimit), as: UTF8.self))
  }
}
