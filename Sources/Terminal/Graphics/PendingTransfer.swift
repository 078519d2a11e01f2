import Canvas
import Platform

/// Images that were handed over behind tmux, until the terminal has fetched them.
///
/// tmux drops what is meant for the terminal while the pane is hidden or about to be redrawn,
/// without a word. A terminal deletes the memory or the file that it has read, so what is still
/// there after a while is offered again, with another id and under another name, so that a terminal
/// that is merely slow does not meet the first offer.
struct PendingTransfer {
  var request: KittyDriver.Request
  var id: UInt32
  var medium: KittyCommands.Medium
  /// How long it stands before it is made again.
  var timeout = Duration.milliseconds(150)
  /// When to see whether it was taken; nil before its bytes are on their way.
  private(set) var nextPoll: MonotonicTime?
  private var end = MonotonicTime(nanoseconds: 0)
  private var pollDelay = Duration.milliseconds(5)

  /// A hidden pane is seen again this long after its window is switched to, at most.
  private static let maxDelay = Duration.seconds(2)

  init(_ request: KittyDriver.Request, id: UInt32, medium: KittyCommands.Medium) {
    self.request = request
    self.id = id
    self.medium = medium
  }

  /// The same under another name and id, for longer.
  func repeated(id: UInt32, medium: KittyCommands.Medium) -> Self {
    var next = Self(request, id: id, medium: medium)
    next.timeout = min(timeout * 2, Self.maxDelay)
    return next
  }

  mutating func begin(at now: MonotonicTime) {
    end = now + timeout
    nextPoll = now + pollDelay
  }

  func isOver(at now: MonotonicTime) -> Bool { end <= now }

  /// Waits twice as long as the last time.
  mutating func postponePoll(at now: MonotonicTime) {
    pollDelay = min(pollDelay * 2, Self.maxDelay)
    nextPoll = now < end ? min(now + pollDelay, end) : now + pollDelay
  }
}

extension KittyDriver {
  /// tmux is about to draw the pane anew when the screen has been switched or cleared, and drops
  /// what comes before it has.
  private static let hold = Duration.milliseconds(100)

  var deadline: MonotonicTime? {
    (offers.values.map(\.nextPoll) + [heldUntil]).compactMap(\.self).min()
  }

  func settle(at now: MonotonicTime) {
    if isHeld, heldUntil == nil { heldUntil = now + Self.hold }
    if let end = heldUntil, end <= now {
      (isHeld, heldUntil) = (false, nil)
      needsFrame = true
    }
    for (key, offer) in offers.sorted(by: { $0.value.id < $1.value.id }) {
      settle(offer, key, at: now)
    }
  }

  private func settle(_ offer: PendingTransfer, _ key: PixelImage.Key, at now: MonotonicTime) {
    guard let poll = offer.nextPoll else {
      offers[key]?.begin(at: now)
      return
    }
    guard poll <= now else { return }
    if handovers.isFetched(offer.medium) { return accept(offer) }
    // No other command may stand inside of an image.
    guard offer.isOver(at: now), upload == nil else {
      offers[key]?.postponePoll(at: now)
      return
    }
    guard images.isShown(key) else {
      handovers.withdraw(offer.medium)
      return give(up: offer)
    }
    guard let medium = handovers.renamed(offer.medium) else { return accept(offer) }
    give(up: offer)
    guard let (id, first) = reserve(offer.request) else { return handovers.withdraw(medium) }
    codes += first + transmission(of: offer.request.image, offer.request, id: id, medium)
    offers[key] = offer.repeated(id: id, medium: medium)
    offers[key]?.begin(at: now)
  }

  private func accept(_ offer: PendingTransfer) {
    offers[offer.request.image.key] = nil
    add(offer.request, id: offer.id)
    needsFrame = true
  }

  private func give(up offer: PendingTransfer) {
    offers[offer.request.image.key] = nil
    images.cancel(id: offer.id, footprint: offer.request.image.footprint)
    // It may have been fetched between two looks.
    codes.append(KittyCommands.free(id: offer.id))
  }
}
