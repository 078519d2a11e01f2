import CCurl
import Platform

/// The transfers under way in one libcurl multi handle; lives on the curl thread.
final class CurlMulti {
  let handle: UnsafeMutableRawPointer
  private let share: UnsafeMutableRawPointer
  private let configuration: CurlConfiguration
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]

  init?(_ configuration: CurlConfiguration) {
    guard isCurlReady, let handle = curl_multi_init() else { return nil }
    guard let share = curl_share_init() else {
      curl_multi_cleanup(handle)
      return nil
    }
    self.handle = handle
    self.share = share
    self.configuration = configuration
    // Without sharing, TLS sessions would end with the request that made them.
    ccurl_share(share, CURL_LOCK_DATA_SSL_SESSION)
    for (option, value) in [
      (CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHost),
      (CURLMOPT_MAXCONNECTS, configuration.keptConnections),
      (CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX)),
    ] { ccurl_multi_set_long(handle, option, value) }
  }

  func start(
    _ transfer: CurlTransfer,
    _ continuation: CheckedContinuation<CurlReport, Never>
  ) {
    transfer.wait(continuation)
    // The task may have been cancelled before it came to start.
    guard !transfer.isCancelled else { return transfer.end(.failure(.cancelled)) }
    guard let easy = transfer.open(configuration, share: share) else {
      return transfer.end(.failure(transfer.failure(CURLE_OUT_OF_MEMORY)))
    }
    transfers[easy] = transfer
    curl_multi_add_handle(handle, easy)
  }

  /// Lets the bytes be written of an answer that the transfer reported.
  func proceed(
    _ transfer: CurlTransfer,
    _ continuation: CheckedContinuation<CurlReport, Never>
  ) {
    if let error = transfer.proceed() {
      if let easy = transfer.easy { remove(easy, .failure(error)) }
      // It may have ended meanwhile, even well.
      transfer.end(with: error)
    }
    transfer.wait(continuation)
  }

  func cancel(_ transfer: CurlTransfer) {
    transfer.isCancelled = true
    if let easy = transfer.easy { remove(easy, .failure(.cancelled)) }
  }

  /// Moves all transfers on and sleeps until there is more to do.
  func work() {
    var running: Int32 = 0
    curl_multi_perform(handle, &running)
    var left: Int32 = 0
    while let message = curl_multi_info_read(handle, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
        continue
      }
      let code = message.pointee.data.result
      guard let transfer = transfers[easy] else { continue }
      remove(easy, code == CURLE_OK ? transfer.response() : .failure(transfer.failure(code)))
    }
    curl_multi_poll(handle, nil, 0, endOverdue(), nil)
  }

  func end() {
    for easy in transfers.keys { remove(easy, .failure(.cancelled)) }
    curl_multi_cleanup(handle)
    curl_share_cleanup(share)
  }

  /// Ends what has run out of time.
  ///
  /// libcurl's own whole-request limit does not count while a request waits for a connection, and
  /// its stall detection knows only whole seconds: both are kept here.
  ///
  /// - Returns: milliseconds until the next transfer runs out of time.
  private func endOverdue() -> Int32 {
    var wait = Int64(Int32.max)
    let now = MonotonicTime.now
    for (easy, transfer) in transfers {
      let (due, phase) = transfer.due(stall: configuration.stallTimeout)
      if due <= now {
        remove(easy, .failure(.timedOut(host: transfer.address.host, phase)))
        // Removing it may have made room for one that waits.
        wait = 0
      } else {
        wait = min(wait, (due.nanoseconds - now.nanoseconds) / 1_000_000 + 1)
      }
    }
    return Int32(wait)
  }

  private func remove(_ easy: UnsafeMutableRawPointer, _ result: Result<HTTPResponse, HTTPError>) {
    guard let transfer = transfers.removeValue(forKey: easy) else { return }
    curl_multi_remove_handle(handle, easy)
    transfer.end(result)
  }
}

/// Initialises libcurl once for the process; it is never undone, as other threads may be in it.
private let isCurlReady =
  CurlLibrary.failure == nil && curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
