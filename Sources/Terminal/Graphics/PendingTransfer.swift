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
  private static let hold = Duration.milliseconds(100)

  var deadline: MonotonicTime? {
    (offers.values.map(\.nextPoll) + [heldUntil]).compactMap(\.self).min()
  }

  func update(at now: MonotonicTime) {
    if isHeld, heldUntil == nil { heldUntil = now + Self.hold }
    if let end = heldUntil, end <= now {
      (isHeld, heldUntil) = (false, nil)
      needsFrame = true
    }
    for (key, offer) in offers.sorted(by: { $0.value.id < $1.value.id }) {
      update(offer, key, at: now)
    }
  }

  /// Checks a transfer if its next poll is due.
  ///
  /// After the timeout, the transfer is repeated, or cancelled if its image isn't shown any more.
  private func update(_ offer: PendingTransfer, _ key: PixelImage.Key, at now: MonotonicTime) {
    guard let poll = offer.nextPoll else {
      offers[key]?.begin(at: now)
      return
    }
    guard poll <= now else { return }
    if handovers.isFetched(offer.medium) { return accept(offer) }
    // No other command may interrupt an image.
    guard offer.isOver(at: now), upload == nil else {
      offers[key]?.postponePoll(at: now)
      return
    }
    guard images.isShown(key) else {
      handovers.withdraw(offer.medium)
      return cancel(up: offer)
    }
    guard let medium = handovers.renamed(offer.medium) else { return accept(offer) }
    cancel(up: offer)
    guard let (id, first) = reserve(offer.request) else { return handovers.withdraw(medium) }
    codes += first + transmission(of: offer.request.image, offer.request, id: id, medium)
    offers[key] = offer.repeated(id: id, medium: medium)
    offers[key]?.begin(at: now)
  }

  /// Records an image that the terminal has fetched.
  private func accept(_ offer: PendingTransfer) {
    offers[offer.request.image.key] = nil
    add(offer.request, id: offer.id)
    needsFrame = true
  }

  /// Removes a transfer that has timed out, and its image from the terminal.
  private func cancel(up offer: PendingTransfer) {
    offers[offer.request.image.key] = nil
    images.cancel(id: offer.id, footprint: offer.request.image.footprint)
    // The terminal may have fetched it since the last check.
    codes.append(KittyCommands.free(id: offer.id))
  }
}
