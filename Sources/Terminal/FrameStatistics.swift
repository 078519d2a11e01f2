/// What one frame cost.
package struct FrameStatistics: Equatable, Sendable {
  /// Cells that differ from the frame before.
  package var cells = 0
  /// Bytes the frame is made of.
  package var bytes = 0
  /// Bytes of pictures: those of this frame, and those that went out since the one before.
  package var graphicsBytes = 0
  /// Comparing, and composing the bytes.
  package var buildMilliseconds = 0.0
  /// The one write to the terminal.
  package var writeMilliseconds = 0.0
  /// Whether the terminal has taken all of it; if not, `flushOutput()` when it is writable.
  package var isComplete = true
  /// The frame was not begun, because the one before is still going out: present again later.
  package var isDeferred = false

  package init() {}
}
