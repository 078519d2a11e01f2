import CCurl
import Glibc
import Model
import Platform

/// How a request went, and how many bytes of a body came.
struct CurlOutcome: Sendable {
  var result: Result<HTTPResponse, HTTPError>
  var bytes: Int64

  init(_ result: Result<HTTPResponse, HTTPError>, bytes: Int64 = 0) {
    self.result = result
    self.bytes = bytes
  }

  var isSuccess: Bool {
    if case .success(let response) = result { response.isSuccess } else { false }
  }
}

/// Where the body of a good answer goes instead of into memory.
struct Download: Sendable {
  let file: DownloadFile
  let progress: @Sendable (_ received: Int64, _ expected: Int64?) -> Void

  /// Ten times a second is as often as a progress bar can be read.
  static let interval = Duration.milliseconds(100)
}

/// One request on its way: a libcurl easy handle and what its callbacks gather.
final class CurlTransfer: @unchecked Sendable {  // once posted, only the curl thread touches it
  let request: HTTPRequest
  let address: WebAddress
  private let deadline: MonotonicTime
  private let download: Download?

  var continuation: CheckedContinuation<CurlOutcome, Never>?
  var isCancelled = false
  private(set) var easy: UnsafeMutableRawPointer?
  private var headers: UnsafeMutablePointer<curl_slist>?
  private(set) var errorText: UnsafeMutablePointer<CChar>?

  private var body: [UInt8] = []
  private var received: Int64 = 0
  /// Why a callback ended the transfer.
  private(set) var refusal: HTTPError?
  /// When the last byte came; nil until connected.
  private var lastActivity: MonotonicTime?
  private var lastProgress: MonotonicTime?

  init(
    _ request: HTTPRequest,
    to address: WebAddress,
    deadline: MonotonicTime,
    download: Download?
  ) {
    self.request = request
    self.address = address
    self.deadline = deadline
    self.download = download
  }

  /// When the transfer runs out of time, and what took it.
  func due(stall: Duration) -> (MonotonicTime, HTTPError.Phase) {
    guard let lastActivity, lastActivity + stall < deadline else {
      return (deadline, .deadline)
    }
    return (lastActivity + stall, .stalled)
  }

  /// Frees libcurl's part and hands out the result; the last thing that happens to a transfer.
  func end(_ result: Result<HTTPResponse, HTTPError>) {
    if let easy { curl_easy_cleanup(easy) }
    curl_slist_free_all(headers)
    errorText?.deallocate()
    (easy, headers, errorText) = (nil, nil, nil)
    continuation?.resume(returning: CurlOutcome(result, bytes: received))
    continuation = nil
  }
}

// MARK: - Setting up

extension CurlTransfer {
  /// Prepares the easy handle, or returns nil when there is no memory for one.
  func open(
    _ configuration: CurlConfiguration,
    share: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    download?.file.rewind()

    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    self.errorText = errorText
    ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    ccurl_set_pointer(easy, CURLOPT_SHARE, share)

    ccurl_set_text(easy, CURLOPT_URL, address.description)
    ccurl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    // The proxy variables are for the way out, never for this machine.
    if address.isLoopback { ccurl_set_text(easy, CURLOPT_PROXY, "") }
    if let file = configuration.certificateFile { ccurl_set_text(easy, CURLOPT_CAINFO, file) }
    // A picture is compressed already, and unpacked bytes would not add up to the announced ones.
    ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, download == nil ? "" : "identity")
    ccurl_set_text(easy, CURLOPT_USERAGENT, configuration.userAgent)
    ccurl_set_size(easy, CURLOPT_MAXFILESIZE_LARGE, request.bodyLimit)
    for (option, value) in [
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)),
      // Wait a moment for a shared HTTP/2 connection rather than open six; plain http has none.
      (CURLOPT_PIPEWAIT, address.scheme == "https" ? 1 : 0),
      // On a kept connection that turns out dead libcurl sends again by itself, POST or not.
      (CURLOPT_FRESH_CONNECT, request.retries ? 0 : 1),
      (CURLOPT_FOLLOWLOCATION, 0),
      (CURLOPT_SSL_VERIFYPEER, 1),
      (CURLOPT_SSL_VERIFYHOST, 2),
      (CURLOPT_CONNECTTIMEOUT_MS, Int(configuration.connectTimeout / .milliseconds(1))),
      // Resolver threads raise no signals and are not waited for when a request is cancelled.
      (CURLOPT_NOSIGNAL, 1),
      (CURLOPT_QUICK_EXIT, 1),
      (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      (CURLOPT_BUFFERSIZE, 64 << 10),
    ] { ccurl_set_long(easy, option, value) }

    setMethod(easy)
    setHeaders(easy)
    setCallbacks(easy)
    return easy
  }

  private func setMethod(_ easy: UnsafeMutableRawPointer) {
    // A POST or PUT says that its body is empty; a GET or DELETE says nothing of one.
    let isBodyless = request.body == nil && (request.method == .get || request.method == .delete)
    if !isBodyless {
      let body = request.body ?? []
      ccurl_set_long(easy, CURLOPT_POST, 1)
      ccurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, body.count)
      // The size is set before: libcurl copies that many bytes.
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

  private func setHeaders(_ easy: UnsafeMutableRawPointer) {
    // A field without a value takes out what libcurl would add by itself.
    var lines = ["Expect:"]
    if !request.headers.contains(where: { isSameFieldName($0.name, "Content-Type") }) {
      lines.append("Content-Type:")
    }
    lines += request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    if let authorization = request.authorization {
      lines.append("Authorization: \(authorization.exposed)")
    }
    for line in lines {
      // A line break in a pasted key must not begin another field.
      let clean = String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 }))
      headers = curl_slist_append(headers, clean) ?? headers
    }
    ccurl_set_headers(easy, headers)
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
      CurlTransfer.at(context)?.lastActivity = .now
      return size * count
    }
    ccurl_set_prereq(easy) { context, _, _, _, _ in
      CurlTransfer.at(context)?.lastActivity = .now
      return CURL_PREREQFUNC_OK
    }
    ccurl_set_opensocket(easy) { _, _, address in
      guard let address = address?.pointee else { return -1 }
      // A program started meanwhile must not inherit the connection.
      let type = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
      return socket(address.family, type, address.protocol)
    }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }
}

// MARK: - Receiving

extension CurlTransfer {
  /// Takes a piece of the body; another count than the piece's makes libcurl end the transfer.
  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    guard received + Int64(bytes.count) <= Int64(request.bodyLimit) else {
      refusal = .tooLarge(limit: request.bodyLimit)
      return 0
    }
    if let download, (200...299).contains(status) {
      if let code = download.file.write(bytes) {
        refusal = .file(path: download.file.path, code: code)
        return 0
      }
      received += Int64(bytes.count)
      reportProgress(of: download)
    } else {
      if received == 0, let announced { body.reserveCapacity(Int(announced)) }
      body.append(contentsOf: bytes)
      received += Int64(bytes.count)
    }
    return bytes.count
  }

  private func reportProgress(of download: Download) {
    let now = MonotonicTime.now
    if let lastProgress, now < lastProgress + Download.interval { return }
    lastProgress = now
    download.progress(received, announced)
  }

  /// The answer of a transfer that went well.
  func response() -> Result<HTTPResponse, HTTPError> {
    if let download, (200...299).contains(status) { download.progress(received, announced) }
    var fields: [HTTPHeader] = []
    var previous: UnsafeMutablePointer<curl_header>?
    while let field = curl_easy_nextheader(easy, UInt32(CURLH_HEADER), -1, previous) {
      fields.append(
        HTTPHeader(String(cString: field.pointee.name), String(cString: field.pointee.value))
      )
      previous = field
    }
    return .success(
      HTTPResponse(status: status, url: address.description, headers: fields, body: body)
    )
  }

  private var status: Int { number(CURLINFO_RESPONSE_CODE) }

  /// The length of the body as announced, if it was and is within the limit.
  private var announced: Int64? {
    var length: curl_off_t = -1
    ccurl_get_size(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length)
    return (0...request.bodyLimit).contains(length) ? Int64(length) : nil
  }

  func number(_ info: CURLINFO) -> Int {
    var value = 0
    ccurl_get_long(easy, info, &value)
    return value
  }
}
