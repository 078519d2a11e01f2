/// The bytes of responses that are held in memory, over all transfers.
///
/// A server that never ends its responses could otherwise take the limit of each request at once.
/// The transfer with the most bytes gives way, so that others beside it arrive.
///
/// Used on the curl thread only.
final class BodyBudget {
  private let limit: Int
  private var held = 0
  private var transfers: [ObjectIdentifier: CurlTransfer] = [:]

  init(limit: Int) { self.limit = limit }

  /// Makes room for bytes that a transfer is about to hold.
  ///
  /// - Returns: false if this transfer itself gave way.
  func admit(_ count: Int, of transfer: CurlTransfer) -> Bool {
    transfers[ObjectIdentifier(transfer)] = transfer
    while held + count > limit, let largest = transfers.values.max(by: { $0.held < $1.held }),
      largest.held > 0
    {
      let isSame = largest === transfer
      remove(largest)
      largest.giveUp()
      if isSame { return false }
    }
    held += count
    return true
  }

  /// Gives back bytes that a transfer no longer holds.
  func release(_ count: Int) { held -= count }

  /// Gives back the bytes of a transfer that ends.
  func remove(_ transfer: CurlTransfer) {
    guard transfers.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return }
    held -= transfer.held
  }
}
