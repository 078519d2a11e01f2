import Canvas
import Glibc
import Platform

/// A terminal in memory, for tests: one array for output and one for input.
package final class MemoryTty: Tty {
  /// The bytes written so far.
  package var output: [UInt8] = []
  /// The bytes that the next reads return.
  package var input: [UInt8] = []
  package var currentSize: TerminalSize?
  /// The maximum number of bytes one write accepts.
  ///
  /// With 0, writes would block.
  package var writeLimit = Int.max
  /// A closure that runs before each write, for example to change `writeLimit`.
  package var beforeWrite: (() -> Void)?
  /// A closure that runs when the program waits for input.
  ///
  /// The argument is the timeout in milliseconds.
  package var onWait: ((Int) -> Void)?
  package var isGone = false
  package var isForeground = true
  package private(set) var isRaw = false
  package private(set) var crashTeardown: [UInt8]?
  /// The number of bytes passed to each write, including bytes it didn't accept.
  package private(set) var writes: [Int] = []
  private let wake: WakeDescriptor

  package init(columns: Int, rows: Int) throws {
    currentSize = TerminalSize(columns: columns, rows: rows)
    wake = try WakeDescriptor()
  }

  package var inputDescriptor: Int32 { wake.descriptor }
  package var outputDescriptor: Int32 { wake.descriptor }

  /// Returns the output since the last call as text.
  package func drainOutput() -> String {
    defer { output = [] }
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends text to the input and wakes `poll()`.
  package func type(_ text: String) {
    input += Array(text.utf8)
    wake.wake()
  }

  package func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard !isGone else { return -1 }
    beforeWrite?()
    writes.append(bytes.count)
    let count = min(bytes.count, writeLimit)
    output += bytes.prefix(count)
    return count
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !isGone else { return -1 }
    let count = min(buffer.count, input.count)
    buffer.copyBytes(from: input.prefix(count))
    input.removeFirst(count)
    if input.isEmpty { wake.drain() }
    return count
  }

  package func size() -> TerminalSize? { currentSize }
  package func waitUntilWritable(milliseconds: Int) -> Bool { writeLimit > 0 }
  package func waitUntilReadable(milliseconds: Int) -> Bool {
    onWait?(milliseconds)
    return !input.isEmpty || isGone
  }
  package func discardInput() { input = [] }
  package func enterRaw() throws(TerminalError) { isRaw = true }
  package func restore() { isRaw = false }
  package func guardCrashes(teardown: [UInt8]?) { crashTeardown = teardown }
}
