import CCurl
import Platform

/// The transfers in progress in one multi handle of libcurl.
///
/// Used on the curl thread only.
final class CurlMulti {
  let handle: UnsafeMutableRawPointer
  private let curl: ccurl_functions
  private let share: UnsafeMutableRawPointer
  private let configuration: CurlConfiguration
  private let budget: BodyBudget
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]

  /// Creates a multi handle; `nil` if libcurl can't be loaded or memory is exhausted.
  init?(_ configuration: CurlConfiguration) {
    guard isCurlReady, let curl = CurlLibrary.functions, let handle = curl.multi_init() else {
      return nil
    }
    guard let share = curl.share_init() else {
      _ = curl.multi_cleanup(handle)
      return nil
    }
    self.curl = curl
    self.handle = handle
    self.share = share
    self.configuration = configuration
    budget = BodyBudget(limit: configuration.bodyMemory)
    // Without sharing, TLS sessions would end with the request that created them.
    ccurl_share(share, CURL_LOCK_DATA_SSL_SESSION)
    for (option, value) in [
      (CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHost),
      (CURLMOPT_MAXCONNECTS, configuration.maxIdleConnections),
      (CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)),
    ] { ccurl_multi_set_long(handle, option, value) }
  }

  /// Starts a transfer.
  ///
  /// The continuation is resumed when the transfer ends, or when the response of a download begins.
  func start(
    _ transfer: CurlTransfer,
    _ continuation: CheckedContinuation<CurlReport, Never>
  ) {
    transfer.wait(continuation)
    // The task may have been cancelled before the transfer started.
    guard !transfer.isCancelled else { return transfer.end(.failure(.cancelled)) }
    guard let easy = transfer.open(configuration, share: share) else {
      return transfer.end(.failure(transfer.failure(CURLE_OUT_OF_MEMORY)))
    }
    transfer.budget = budget
    transfers[easy] = transfer
    _ = curl.multi_add_handle(handle, easy)
  }

  /// Writes the received bytes of a response that the transfer has reported, and continues the
  /// transfer.
  func proceed(
    _ transfer: CurlTransfer,
    _ continuation: CheckedContinuation<CurlReport, Never>
  ) {
    if let error = transfer.proceed() {
      if let easy = transfer.easy { remove(easy, .failure(error)) }
      // The transfer may have ended in the meantime, even successfully.
      transfer.end(with: error)
    }
    transfer.wait(continuation)
  }

  /// Ends a transfer as cancelled, whether it has started or not.
  func cancel(_ transfer: CurlTransfer) {
    transfer.isCancelled = true
    if let easy = transfer.easy { remove(easy, .failure(.cancelled)) }
  }

  /// Advances all transfers, then sleeps until there is more to do.
  func work() {
    var running: Int32 = 0
    _ = curl.multi_perform(handle, &running)
    var left: Int32 = 0
    while let message = curl.multi_info_read(handle, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
        continue
      }
      let code = message.pointee.data.result
      guard let transfer = transfers[easy] else { continue }
      if code == CURLE_OPERATION_TIMEDOUT, !transfer.hasBegunConnecting {
        restart(easy)
        continue
      }
      remove(easy, code == CURLE_OK ? transfer.response() : .failure(transfer.failure(code)))
    }
    _ = curl.multi_poll(handle, nil, 0, endOverdue(), nil)
  }

  /// Ends all transfers as cancelled, and frees libcurl's objects.
  func end() {
    for easy in transfers.keys { remove(easy, .failure(.cancelled)) }
    _ = curl.multi_cleanup(handle)
    _ = curl.share_cleanup(share)
  }

  /// Ends the transfers that have run out of time.
  ///
  /// libcurl's limit for a whole request ignores the wait for a connection, and its stall detection
  /// has a resolution of seconds. Both limits are therefore implemented here.
  ///
  /// - Returns: The milliseconds until the next transfer runs out of time.
  private func endOverdue() -> Int32 {
    var wait = Int64(Int32.max)
    let now = MonotonicTime.now
    for (easy, transfer) in transfers {
      let (due, phase) = transfer.due(stall: configuration.stallTimeout)
      if due <= now {
        remove(easy, .failure(.timedOut(host: transfer.address.host, phase)))
        // Removing a transfer may have freed a connection for a waiting one.
        wait = 0
      } else {
        wait = min(wait, (due.nanoseconds - now.nanoseconds) / 1_000_000 + 1)
      }
    }
    return Int32(wait)
  }

  private func remove(_ easy: UnsafeMutableRawPointer, _ result: Result<HTTPResponse, HTTPError>) {
    guard let transfer = transfers.removeValue(forKey: easy) else { return }
    _ = curl.multi_remove_handle(handle, easy)
    transfer.end(result)
  }

  /// Queues a transfer again if its connection timeout expired before libcurl tried to connect.
  ///
  /// Newer versions of libcurl count the wait for a free connection as connecting
  /// (https://github.com/curl/curl/issues/21396). The transfer's own deadline limits that wait.
  private func restart(_ easy: UnsafeMutableRawPointer) {
    _ = curl.multi_remove_handle(handle, easy)
    _ = curl.multi_add_handle(handle, easy)
  }
}

/// Whether libcurl is loaded and initialized, which happens once per process.
///
/// The library is never cleaned up, because other threads may still be running its code.
private let isCurlReady =
  CurlLibrary.functions?.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
