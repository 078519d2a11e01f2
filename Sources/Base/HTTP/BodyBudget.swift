/// The memory limit for the response bodies of all transfers together.
///
/// Each request has its own limit, but several endless responses could reach theirs at the same
/// time. If the budget is exceeded, the transfer with the most bytes fails, so that the others can
/// finish.
///
/// Used on the curl thread only.
final class BodyBudget {
  private let limit: Int
  /// The reserved bytes of all transfers.
  private var held = 0
  private var transfers: [ObjectIdentifier: CurlTransfer] = [:]

  init(limit: Int) { self.limit = limit }

  /// Reserves memory for bytes that a transfer is about to store.
  ///
  /// Makes the largest transfers fail if there is too little memory.
  ///
  /// - Returns: False if this transfer itself failed.
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

  /// Releases memory that a transfer no longer uses.
  func release(_ count: Int) { held -= count }

  /// Releases the memory of a transfer that ends.
  func remove(_ transfer: CurlTransfer) {
    guard transfers.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return }
    held -= transfer.held
  }
}
