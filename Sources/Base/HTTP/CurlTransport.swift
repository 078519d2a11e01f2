import CCurl
import Glibc
import Platform

/// The transport over libcurl.
///
/// This class decides on redirects and retries; ``CurlThread`` sends the requests.
package final class CurlTransport: HTTPTransport {
  private let configuration: CurlConfiguration
  private let observer: (any HTTPObserver)?
  private let thread: CurlThread
  private let gates: [HostGate]

  package init(
    configuration: CurlConfiguration = CurlConfiguration(),
    observer: (any HTTPObserver)? = nil
  ) {
    self.configuration = configuration
    self.observer = observer
    thread = CurlThread(configuration)
    gates = configuration.hosts.map { limits in
      HostGate(limits, path: configuration.limitsFolder.map { $0 + "/hosts-" + limits.name })
    }
  }

  deinit { thread.close() }

  /// The versions of libcurl and of the libraries it uses, as libcurl prints them; `nil` if libcurl
  /// can't be loaded.
  package static var curlVersion: String? {
    CurlLibrary.functions?.version().map { String(cString: $0) }
  }

  /// The `User-Agent` of all requests: the program and libcurl, each with its version.
  ///
  /// - Parameter contact: Between both, for the hosts of a service that asks for it.
  static func userAgent(contact: String?) -> String {
    let library = curlVersion?.split(separator: " ").first.map { " " + $0 } ?? ""
    return "imagefeed/" + Build.version + (contact.map { " (\($0))" } ?? "") + library
  }

  /// The file and the folder of the certificates that libcurl trusts by default.
  package static var systemAuthorities: (file: String?, folder: String?) {
    guard CurlLibrary.functions != nil, let info = ccurl_version_info()?.pointee else {
      return (nil, nil)
    }
    return (info.cainfo.map { String(cString: $0) }, info.capath.map { String(cString: $0) })
  }

  /// Ends all requests as cancelled and waits until the thread has ended.
  package func shutdown() async { await thread.join() }

  package func data(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let start = MonotonicTime.now
    let outcome = await exchange(request, since: start, download: nil)
    report(request, outcome, since: start)
    return try outcome.result.get()
  }

  package func download(
    _ request: HTTPRequest,
    to target: DownloadTarget,
    began: (@Sendable (DownloadStart) async -> Bool)?,
    progress: @escaping @Sendable (_ received: Int64, _ expected: Int64?) -> Void
  ) async throws(HTTPError) -> HTTPResponse {
    let start = MonotonicTime.now
    let file = try DownloadFile(target)
    var outcome = await exchange(
      request,
      since: start,
      download: Download(file: file, began: began, progress: progress)
    )
    do throws(HTTPError) {
      try file.finish(complete: outcome.isSuccess)
    } catch {
      outcome.result = .failure(error)
    }
    report(request, outcome, since: start)
    return try outcome.result.get()
  }

  /// Sends a request, and repeats it for redirects and retries within its deadline.
  private func exchange(
    _ request: HTTPRequest,
    since start: MonotonicTime,
    download: Download?
  ) async -> CurlOutcome {
    if let reason = CurlLibrary.failure {
      return CurlOutcome(.failure(.missingLibrary(reason: reason)))
    }
    let deadline = start + request.deadline
    var request = request
    var redirects = 0
    var retried = 0
    while true {
      guard let address = WebAddress(request.url), address.isAllowed else {
        return CurlOutcome(.failure(.refusedURL(redacted(url: request.url))))
      }
      let resumption = download?.file.resumption
      var outcome = await pass(
        gates.filter { $0.limits.cover(address.host, isDownload: download != nil) },
        request,
        to: address,
        deadline: deadline,
        download: download
      )
      if let download, let resumption {
        if case .success(var response) = outcome.result, response.status == 416 {
          outcome.isStale = !resumption.isWhole(by: response)
          response.status = 206
          response.body = []
          if !outcome.isStale {
            outcome.result = .success(response)
            download.progress(resumption.offset, resumption.offset)
            return outcome
          }
        }
        if outcome.isStale {
          // This can't happen twice in a row: the next request is for the whole file.
          download.file.reset()
          continue
        }
      }
      do throws(HTTPError) {
        if request.followsRedirects, case .success(let response) = outcome.result,
          let next = try request.redirected(by: response)
        {
          redirects += 1
          guard redirects <= configuration.redirects else {
            throw .tooManyRedirects(host: address.host)
          }
          request = next
          continue
        }
      } catch {
        return CurlOutcome(.failure(error))
      }

      let pause = configuration.retry.pause(
        after: outcome.result,
        retried: retried,
        remaining: min(deadline.duration(since: .now), request.longestPause),
        jitter: .random(in: 0..<1),
        date: Double(time(nil))
      )
      guard request.retries, let pause else { return outcome }
      // The attempt may have received megabytes.
      Heap.trim()
      do { try await Task.sleep(for: pause) } catch { return CurlOutcome(.failure(.cancelled)) }
      retried += 1
    }
  }

  /// Sends one request through the gates of its host, the first one first.
  ///
  /// During a pause that is too long, the response is a 429 with the rest of it.
  private func pass(
    _ gates: [HostGate],
    _ request: HTTPRequest,
    to address: WebAddress,
    deadline: MonotonicTime,
    download: Download?
  ) async -> CurlOutcome {
    let late = CurlOutcome(.failure(.timedOut(host: address.host, .deadline)))
    var places: [HostGate.Place] = []
    do throws(HostGate.Refusal) {
      for gate in gates {
        places.append(try await gate.enter(until: deadline, longestPause: request.longestPause))
      }
    } catch {
      for (gate, place) in zip(gates, places) { gate.leave(place) }
      guard case .paused(let rest) = error else { return CurlOutcome(.failure(.cancelled)) }
      guard .now < deadline else { return late }
      let delay = HTTPHeader("Retry-After", "\(rest.components.seconds + 1)")
      return CurlOutcome(.success(HTTPResponse(status: 429, url: request.url, headers: [delay])))
    }
    guard .now < deadline else {
      for (gate, place) in zip(gates, places) { gate.leave(place) }
      return late
    }
    let transfer = CurlTransfer(
      request,
      to: address,
      userAgent: Self.userAgent(contact: gates.lazy.compactMap(\.limits.contact).first),
      deadline: deadline,
      download: download
    )
    let outcome = await send(transfer)
    for (gate, place) in zip(gates, places) { gate.leave(place, after: outcome.result) }
    return outcome
  }

  /// Sends one request.
  ///
  /// For a download, asks the caller before anything is written.
  private func send(_ transfer: CurlTransfer) async -> CurlOutcome {
    var report = await thread.run(transfer)
    if case .began(let start) = report {
      guard let began = transfer.download?.began, await began(start) else {
        thread.cancel(transfer)
        return CurlOutcome(.failure(.cancelled))
      }
      report = await thread.proceed(transfer)
    }
    guard case .ended(let outcome) = report else { return CurlOutcome(.failure(.cancelled)) }
    return outcome
  }

  private func report(_ request: HTTPRequest, _ outcome: CurlOutcome, since start: MonotonicTime) {
    guard let observer else { return }
    var status: Int?
    var failure: String?
    switch outcome.result {
    case .success(let response): status = response.status
    case .failure(let error): failure = "\(error)"
    }
    observer.finished(
      method: request.method.rawValue,
      url: redacted(url: request.url),
      status: status,
      milliseconds: MonotonicTime.now.milliseconds(since: start),
      bytes: outcome.bytes,
      error: failure
    )
  }
}

extension MonotonicTime {
  /// Returns the time since an earlier reading; negative if that was later.
  func duration(since start: MonotonicTime) -> Duration {
    .nanoseconds(nanoseconds - start.nanoseconds)
  }
}
