import Canvas
import Glibc
import Platform
import Terminal

/// A terminal in memory: one array for output and one for input.
final class MemoryTty: Tty {
  /// The bytes written so far.
  var output: [UInt8] = []
  /// The bytes that the next reads return.
  var input: [UInt8] = []
  var currentSize: TerminalSize?
  /// The maximum number of bytes one write accepts.
  ///
  /// With 0, writes would block.
  var writeLimit = Int.max
  /// A closure that runs before each write, for example to change `writeLimit`.
  var beforeWrite: (() -> Void)?
  /// A closure that runs when the program waits for input.
  ///
  /// The argument is the timeout in milliseconds.
  var onWait: ((Int) -> Void)?
  var isGone = false
  var isForeground = true
  private(set) var isRaw = false
  private(set) var crashTeardown: [UInt8]?
  /// The number of bytes passed to each write, including bytes it didn't accept.
  private(set) var writes: [Int] = []
  private let wake: WakeDescriptor

  init(columns: Int, rows: Int) throws {
    currentSize = TerminalSize(columns: columns, rows: rows)
    wake = try WakeDescriptor()
  }

  var inputDescriptor: Int32 { wake.descriptor }
  var outputDescriptor: Int32 { wake.descriptor }

  /// Returns the output since the last call as text.
  func drainOutput() -> String {
    defer { output = [] }
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends text to the input and wakes `poll()`.
  func type(_ text: String) {
    input += Array(text.utf8)
    wake.wake()
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard !isGone else { return -1 }
    beforeWrite?()
    writes.append(bytes.count)
    let count = min(bytes.count, writeLimit)
    output += bytes.prefix(count)
    return count
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !isGone else { return -1 }
    let count = min(buffer.count, input.count)
    buffer.copyBytes(from: input.prefix(count))
    input.removeFirst(count)
    if input.isEmpty { wake.drain() }
    return count
  }

  func size() -> TerminalSize? { currentSize }
  func waitUntilWritable(milliseconds: Int) -> Bool { writeLimit > 0 }
  func waitUntilReadable(milliseconds: Int) -> Bool {
    onWait?(milliseconds)
    return !input.isEmpty || isGone
  }
  func discardInput() { input = [] }
  func enterRaw() throws(TerminalError) { isRaw = true }
  func restore() { isRaw = false }
  func guardCrashes(teardown: [UInt8]?) { crashTeardown = teardown }
}
