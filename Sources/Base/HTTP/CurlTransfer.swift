import CCurl
import Glibc
import Model
import Platform

/// The result of a request, and the number of body bytes received.
struct CurlOutcome: Sendable {
  var result: Result<HTTPResponse, HTTPError>
  var bytes: Int64
  /// Whether a partial response doesn't continue the existing file.
  var isStale: Bool

  init(_ result: Result<HTTPResponse, HTTPError>, bytes: Int64 = 0, isStale: Bool = false) {
    self.result = result
    self.bytes = bytes
    self.isStale = isStale
  }

  var isSuccess: Bool {
    if case .success(let response) = result { response.isSuccess } else { false }
  }
}

/// A report of a transfer.
enum CurlReport: Sendable {
  /// The successful response of a download has begun.
  ///
  /// Nothing is written until `proceed`.
  case began(DownloadStart)
  case ended(CurlOutcome)
}

/// The file and callbacks for the body of a successful response.
struct Download: Sendable {
  let file: DownloadFile
  /// Decides whether to write a response that has begun; `nil` to write it without asking.
  ///
  /// If it returns false, the download is cancelled.
  let began: (@Sendable (DownloadStart) async -> Bool)?
  /// Receives the bytes in the file, and the total size; `nil` if the size is unknown.
  let progress: @Sendable (_ received: Int64, _ expected: Int64?) -> Void

  /// The minimum time between two reports of progress.
  static let progressInterval = Duration.milliseconds(100)
}

/// One request in progress: a libcurl easy handle and the data that its callbacks collect.
///
/// The `Sendable` conformance is unchecked, because the compiler can't see the handover. After the
/// creator has posted the transfer to the curl thread, it reads only constants. libcurl calls back
/// on that thread only.
final class CurlTransfer: @unchecked Sendable {  // once posted, only the curl thread touches it
  let request: HTTPRequest
  let address: WebAddress
  private let userAgent: String
  private let deadline: MonotonicTime
  let download: Download?
  /// The offset and version for continuing a download.
  private let resumption: Resumption?
  /// The paths of the certificate file and folder that libcurl trusts for this request.
  private(set) var authorities: [String] = []

  private var continuation: CheckedContinuation<CurlReport, Never>?
  /// The outcome of a transfer that ended before a caller waited for it.
  private var outcome: CurlOutcome?
  var isCancelled = false
  /// The memory limit of all transfers; `nil` before the transfer starts.
  var budget: BodyBudget?
  private(set) var easy: UnsafeMutableRawPointer?
  private var fields: UnsafeMutablePointer<curl_slist>?
  private(set) var errorText: UnsafeMutablePointer<CChar>?

  var body: [UInt8] = []
  /// The number of body bytes received so far.
  var received: Int64 = 0
  /// The number of bytes of all heads and trailers received so far.
  var headerBytes = 0
  /// Whether the head of the final response is complete, so that further lines are trailers.
  var hasHead = false
  /// The start of a successful download, once it is known to fit the existing file.
  var start: DownloadStart?
  /// The bytes that arrive during the caller's decision whether to continue; `nil` at other times.
  var waiting: [UInt8]?
  /// Whether the file is ready for writing.
  var isWriting = false
  var isStale = false
  /// The reason why a callback ended the transfer.
  var refusal: HTTPError?
  /// Whether libcurl has begun to look up the host's name or to open a connection for this request.
  var hasBegunConnecting = false
  /// The time of the last received byte; `nil` until connected.
  var lastActivity: MonotonicTime?
  /// The time of the last report of progress.
  var lastProgress: MonotonicTime?

  init(
    _ request: HTTPRequest,
    to address: WebAddress,
    userAgent: String,
    deadline: MonotonicTime,
    download: Download?
  ) {
    self.request = request
    self.address = address
    self.userAgent = userAgent
    self.deadline = deadline
    self.download = download
    resumption = download?.file.resumption
  }

  /// Returns the time when the transfer times out, and the phase that takes too long.
  func due(stall: Duration) -> (MonotonicTime, HTTPError.Phase) {
    guard let lastActivity, lastActivity + stall < deadline else {
      return (deadline, .deadline)
    }
    return (lastActivity + stall, .stalled)
  }

  /// Frees libcurl's objects and reports the result.
  ///
  /// Called once, as the last step of a transfer.
  func end(_ result: Result<HTTPResponse, HTTPError>) {
    if let curl = CurlLibrary.functions {
      if let easy { curl.easy_cleanup(easy) }
      curl.slist_free_all(fields)
    }
    errorText?.deallocate()
    budget?.remove(self)
    (easy, fields, errorText) = (nil, nil, nil)
    body = []
    outcome = CurlOutcome(result, bytes: received, isStale: isStale)
    if let continuation { wait(continuation) }
  }

  /// Replaces the outcome of a transfer that ended before its caller resumed.
  func end(with error: HTTPError) {
    outcome = CurlOutcome(.failure(error), bytes: received)
  }

  /// Sets the continuation for the next report, or resumes it immediately with an existing outcome.
  func wait(_ continuation: CheckedContinuation<CurlReport, Never>) {
    self.continuation = outcome == nil ? continuation : nil
    if let outcome { continuation.resume(returning: .ended(outcome)) }
  }

  /// Reports a successful response, before any byte of the body is written.
  func reportStart(of start: DownloadStart) {
    continuation?.resume(returning: .began(start))
    continuation = nil
  }

  /// Returns the start of the download, as the response's headers describe it; `nil` if the
  /// response doesn't continue the existing file.
  func judged() -> DownloadStart? {
    DownloadStart(head, to: resumption, length: announced)
  }
}

// MARK: - Setting up

extension CurlTransfer {
  /// Prepares the easy handle; returns `nil` if memory is exhausted.
  func open(
    _ configuration: CurlConfiguration,
    share: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    guard let curl = CurlLibrary.functions, let easy = curl.easy_init() else { return nil }
    self.easy = easy

    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    self.errorText = errorText
    ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    ccurl_set_pointer(easy, CURLOPT_SHARE, share)

    ccurl_set_text(easy, CURLOPT_URL, address.description)
    ccurl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    // Proxy variables apply to other hosts, never to this computer.
    if address.isLoopback { ccurl_set_text(easy, CURLOPT_PROXY, "") }
    let system = CurlTransport.systemAuthorities
    authorities = [
      configuration.certificateFile ?? system.file,
      configuration.certificateFolder ?? system.folder,
    ].compactMap(\.self)
    if let file = configuration.certificateFile {
      for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { ccurl_set_text(easy, option, file) }
    }
    if let folder = configuration.certificateFolder {
      for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { ccurl_set_text(easy, option, folder) }
    }
    // Images are already compressed, and decompressed bytes wouldn't match the announced length.
    ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, download == nil ? "" : "identity")
    ccurl_set_text(easy, CURLOPT_USERAGENT, userAgent)
    ccurl_set_size(easy, CURLOPT_MAXFILESIZE_LARGE, request.bodyLimit)
    for (option, value) in [
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)),
      // Wait briefly for a shared HTTP/2 connection instead of opening six; plain HTTP has none.
      (CURLOPT_PIPEWAIT, address.scheme == "https" ? 1 : 0),
      // If a reused connection turns out dead, libcurl sends the request again, even a POST. A
      // request that mustn't be repeated therefore gets a new connection.
      (CURLOPT_FRESH_CONNECT, request.retries ? 0 : 1),
      (CURLOPT_FOLLOWLOCATION, 0),
      (CURLOPT_SSL_VERIFYPEER, 1),
      (CURLOPT_SSL_VERIFYHOST, 2),
      (CURLOPT_CONNECTTIMEOUT_MS, Int(configuration.connectTimeout / .milliseconds(1))),
      (CURLOPT_MAXAGE_CONN, Int(configuration.idleTime / .seconds(1))),
      // Resolver threads raise no signals, and cancelling a request doesn't wait for them.
      (CURLOPT_NOSIGNAL, 1),
      (CURLOPT_QUICK_EXIT, 1),
      (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      (CURLOPT_BUFFERSIZE, 64 << 10),
    ] { ccurl_set_long(easy, option, value) }

    setMethod(easy)
    setHeaders(easy, curl)
    setCallbacks(easy)
    return easy
  }

  private func setMethod(_ easy: UnsafeMutableRawPointer) {
    // A POST or PUT must announce an empty body; a GET or DELETE has no body.
    let isBodyless = request.body == nil && (request.method == .get || request.method == .delete)
    if !isBodyless {
      let body = request.body ?? []
      ccurl_set_long(easy, CURLOPT_POST, 1)
      ccurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, body.count)
      // The size must be set first, because libcurl copies that many bytes.
      (body + [0]).withUnsafeBytes { bytes in
        _ = ccurl_set_pointer(
          easy,
          CURLOPT_COPYPOSTFIELDS,
          UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        )
      }
    }
    ccurl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
  }

  private func setHeaders(_ easy: UnsafeMutableRawPointer, _ curl: ccurl_functions) {
    // A header without a value removes the one that libcurl would add.
    var lines = ["Expect:"]
    if !request.headers.contains(where: { isSameFieldName($0.name, "Content-Type") }) {
      lines.append("Content-Type:")
    }
    let headers = request.headers + (resumption?.headers ?? [])
    lines += headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    if let authorization = request.authorization {
      lines.append("Authorization: \(authorization.exposed)")
    }
    for line in lines {
      // A line break in a pasted key must not begin another header.
      let clean = String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 }))
      fields = curl.slist_append(fields, clean) ?? fields
    }
    ccurl_set_headers(easy, fields)
  }

  private func setCallbacks(_ easy: UnsafeMutableRawPointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
    ccurl_set_pointer(easy, CURLOPT_PREREQDATA, context)
    ccurl_set_writer(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      CurlTransfer.at(context)?.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
        ?? 0
    }
    ccurl_set_writer(easy, CURLOPT_HEADERFUNCTION) { _, size, count, context in
      CurlTransfer.at(context)?.receiveHeader(size * count) ?? 0
    }
    ccurl_set_pointer(easy, CURLOPT_RESOLVER_START_DATA, context)
    ccurl_set_resolver_start(easy) { _, _, context in
      CurlTransfer.at(context)?.hasBegunConnecting = true
      return 0
    }
    ccurl_set_prereq(easy) { context, _, _, _, _ in
      CurlTransfer.at(context)?.lastActivity = .now
      return CURL_PREREQFUNC_OK
    }
    ccurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
    ccurl_set_opensocket(easy) { context, _, address in
      guard let address = address?.pointee else { return -1 }
      CurlTransfer.at(context)?.hasBegunConnecting = true
      // A child process must not inherit the connection.
      let type = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
      return socket(address.family, type, address.protocol)
    }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }
}
