import Canvas
import Platform

/// A transfer of an image through tmux, until the terminal has fetched the image.
///
/// tmux silently drops output to the terminal while the pane is hidden or about to be redrawn. The
/// terminal deletes the shared memory or the file that it has read. If that still exists after a
/// timeout, the image is transferred again. The new ID and name keep a slow terminal from reading
/// the first transfer as well.
struct PendingTransfer {
  var request: KittyDriver.Request
  var id: UInt32
  var medium: KittyCommands.Medium
  /// The duration after which the transfer is repeated.
  var timeout = Duration.milliseconds(150)
  /// The time of the next check; `nil` before `begin(at:)`.
  private(set) var nextPoll: MonotonicTime?
  private var end = MonotonicTime(nanoseconds: 0)
  private var pollDelay = Duration.milliseconds(5)

  /// The maximum timeout and polling delay.
  ///
  /// After a hidden pane is shown again, its images may be missing for this long.
  private static let maxDelay = Duration.seconds(2)

  init(_ request: KittyDriver.Request, id: UInt32, medium: KittyCommands.Medium) {
    self.request = request
    self.id = id
    self.medium = medium
  }

  /// Returns a transfer of the same image with another name and ID, and twice the timeout.
  func repeated(id: UInt32, medium: KittyCommands.Medium) -> Self {
    var next = Self(request, id: id, medium: medium)
    next.timeout = min(timeout * 2, Self.maxDelay)
    return next
  }

  /// Starts the timeout and schedules the first check.
  mutating func begin(at now: MonotonicTime) {
    end = now + timeout
    nextPoll = now + pollDelay
  }

  /// Whether the timeout has passed.
  func isOver(at now: MonotonicTime) -> Bool { end <= now }

  /// Doubles the polling delay and schedules the next check.
  ///
  /// Before the end of the timeout, the check is scheduled for that end at the latest.
  mutating func postponePoll(at now: MonotonicTime) {
    pollDelay = min(pollDelay * 2, Self.maxDelay)
    nextPoll = now < end ? min(now + pollDelay, end) : now + pollDelay
  }
}

extension KittyDriver {
  /// The pause after the screen was switched or cleared.
  ///
  /// tmux then redraws the pane and drops data that arrive before.
  private static let attachmentDelay = Duration.milliseconds(100)

  var deadline: MonotonicTime? {
    (pendingTransfers.values.map(\.nextPoll) + [heldUntil]).compactMap(\.self).min()
  }

  func update(at now: MonotonicTime) {
    if isHeld, heldUntil == nil { heldUntil = now + Self.attachmentDelay }
    if let end = heldUntil, end <= now {
      (isHeld, heldUntil) = (false, nil)
      needsFrame = true
    }
    for (key, transfer) in pendingTransfers.sorted(by: { $0.value.id < $1.value.id }) {
      update(transfer, key, at: now)
    }
  }

  /// Checks a transfer if its next poll is due.
  ///
  /// After the timeout, the transfer is repeated, or cancelled if its image isn't shown any more.
  private func update(_ transfer: PendingTransfer, _ key: PixelImage.Key, at now: MonotonicTime) {
    guard let poll = transfer.nextPoll else {
      pendingTransfers[key]?.begin(at: now)
      return
    }
    guard poll <= now else { return }
    if pixelFiles.isFetched(transfer.medium) { return accept(transfer) }
    // No other command may interrupt an image.
    guard transfer.isOver(at: now), upload == nil else {
      pendingTransfers[key]?.postponePoll(at: now)
      return
    }
    guard images.isShown(key) else {
      pixelFiles.withdraw(transfer.medium)
      return cancel(up: transfer)
    }
    guard let medium = pixelFiles.renamed(transfer.medium) else { return accept(transfer) }
    cancel(up: transfer)
    guard let (id, first) = reserve(transfer.request) else { return pixelFiles.withdraw(medium) }
    codes += first + transmission(of: transfer.request.image, transfer.request, id: id, medium)
    pendingTransfers[key] = transfer.repeated(id: id, medium: medium)
    pendingTransfers[key]?.begin(at: now)
  }

  /// Records an image that the terminal has fetched.
  private func accept(_ transfer: PendingTransfer) {
    pendingTransfers[transfer.request.image.key] = nil
    add(transfer.request, id: transfer.id)
    needsFrame = true
  }

  /// Removes a transfer that has timed out, and its image from the terminal.
  private func cancel(up transfer: PendingTransfer) {
    pendingTransfers[transfer.request.image.key] = nil
    images.cancel(id: transfer.id, footprint: transfer.request.image.footprint)
    // The terminal may have fetched it since the last check.
    codes.append(KittyCommands.free(id: transfer.id))
  }
}
