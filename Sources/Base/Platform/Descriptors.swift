import CPlatform
import Glibc

/// The error of a system call that opens, creates or reads a file, a folder or another descriptor.
package struct DescriptorError: Error, Equatable {
  /// The `errno` of the system call.
  package let code: Int32
  /// The C library's text for the error.
  package var reason: String { String(cString: strerror(code)) }

  package init(code: Int32) { self.code = code }

  /// The error of the last system call.
  package static var last: DescriptorError { DescriptorError(code: errno) }
  /// Whether there is no file at the path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}

/// A means to wake a thread that waits in `poll()`: an eventfd, or a timerfd that never fires.
package final class WakeDescriptor: Sendable {
  /// The descriptor to poll; readable after `wake()`.
  package let descriptor: Int32

  package init() throws(DescriptorError) {
    descriptor = cplatform_eventfd()
    if descriptor < 0 { throw DescriptorError(code: errno) }
  }

  /// Creates a descriptor that becomes readable if the computer resumes or its clock is set.
  package init(onResume: Void) throws(DescriptorError) {
    descriptor = cplatform_resume_fd()
    if descriptor < 0 { throw DescriptorError(code: errno) }
  }

  deinit { close(descriptor) }

  /// Makes the descriptor readable.
  ///
  /// Any thread can call it, any number of times.
  package func wake() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Makes the descriptor unreadable again.
  package func drain() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}

/// A descriptor to read signals from: a signalfd.
package final class SignalDescriptor: Sendable {
  /// The descriptor to poll; readable if a signal has arrived.
  package let descriptor: Int32

  /// Blocks the signals for the calling thread, and for every thread that starts later.
  ///
  /// Call it on the main thread's first line, before any other thread exists.
  package init(_ signals: [Int32]) throws(DescriptorError) {
    descriptor = cplatform_signalfd(signals, Int32(signals.count))
    if descriptor < 0 { throw DescriptorError(code: errno) }
  }

  deinit { close(descriptor) }

  /// Whether the parent process has set the signal to be ignored, as `nohup` does with SIGHUP.
  package static func isIgnored(_ signal: Int32) -> Bool { cplatform_ignores(signal) }

  /// Returns the next signal that has arrived; `nil` if there is none.
  package func next() -> Int32? {
    let signal = cplatform_signalfd_next(descriptor)
    return signal == 0 ? nil : signal
  }
}

/// A file in memory that C code can read and write (memfd).
package final class MemoryFile {
  package let descriptor: Int32

  /// Creates an empty file.
  ///
  /// - Parameter name: A name for debugging, which need not be unique.
  package init(_ name: String) throws(DescriptorError) {
    descriptor = cplatform_memfd(name)
    if descriptor < 0 { throw DescriptorError(code: errno) }
  }

  deinit { close(descriptor) }

  /// Appends the bytes from the start of the file to its position, and moves the position back to
  /// the start.
  ///
  /// These are the bytes that C code has written since the last call.
  package func drain(into bytes: inout [UInt8]) {
    let count = Int(lseek(descriptor, 0, SEEK_CUR))
    guard count > 0 else { return }
    let start = bytes.count
    bytes.reserveCapacity(start + count)
    let chunk = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, 0))
    }
    bytes += chunk
    lseek(descriptor, 0, SEEK_SET)
  }

  /// Replaces the contents, and moves the position to the start for the next reader.
  package func replace(with bytes: [UInt8]) {
    ftruncate(descriptor, 0)
    lseek(descriptor, 0, SEEK_SET)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    lseek(descriptor, 0, SEEK_SET)
  }
}
