/// The size of one frame and the time it took.
package struct FrameStatistics: Equatable, Sendable {
  /// The number of cells that differ from the previous frame.
  package var cells = 0
  /// The number of bytes in the frame.
  package var bytes = 0
  /// The number of bytes of images: in this frame, and sent between the previous frame and this
  /// one.
  package var graphicsBytes = 0
  /// The time to compare the frame and to compose its bytes.
  package var buildMilliseconds = 0.0
  /// The time of the first write to the terminal.
  package var writeMilliseconds = 0.0
  /// Whether the terminal has accepted the whole frame.
  ///
  /// If not, call `flushOutput()` when it is writable.
  package var isComplete = true
  /// Whether the frame was skipped because the previous one is still being written.
  ///
  /// Present it again later.
  package var isDeferred = false
}
