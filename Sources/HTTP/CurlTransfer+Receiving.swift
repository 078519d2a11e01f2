import CCurl
import Platform

extension CurlTransfer {
  /// Takes a piece of the body; another count than the piece's makes libcurl end or pause the
  /// transfer.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    guard let download, isSuccess else { return gather(bytes) }
    if start == nil {
      start = judged()
      guard let start else {
        refuseAsStale()
        return 0
      }
      // A part says how large the whole is: nothing of it need come where that is too much.
      guard isWithinLimit(start.expected ?? 0) else { return 0 }
      if download.began != nil {
        // Many a libcurl cannot be trusted to go on after a pause: what comes meanwhile waits here.
        waiting = []
        reportStart(of: start)
      }
    }
    guard let start, isWithinLimit(start.offset + received + Int64(bytes.count)) else { return 0 }
    received += Int64(bytes.count)
    guard waiting == nil else {
      guard budget?.admit(bytes.count, of: self) ?? true else { return 0 }
      waiting?.append(contentsOf: bytes)
      return bytes.count
    }
    if let error = write(bytes, to: download.file, start) {
      refusal = error
      return 0
    }
    reportProgress(of: download, start)
    return bytes.count
  }

  /// Writes what came while the caller was asked; what comes next goes to the file at once.
  func proceed() -> HTTPError? {
    // Cancelled meanwhile, it may have ended well before, with nothing of it in the file.
    guard !isCancelled else { return .cancelled }
    if let refusal { return refusal }
    guard let download, let start, let bytes = waiting else { return nil }
    budget?.release(bytes.count)
    waiting = nil
    if let error = bytes.withUnsafeBytes({ write($0, to: download.file, start) }) { return error }
    download.progress(start.offset + received, start.expected)
    return nil
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer,
    to file: DownloadFile,
    _ start: DownloadStart
  ) -> HTTPError? {
    var code: Int32?
    if !isWriting { code = file.begin(start) }
    isWriting = true
    return (code ?? file.write(bytes)).map { .file(path: file.target.path, code: $0) }
  }

  /// What came is a part, and not of what is there: it must not be mixed.
  @discardableResult
  private func refuseAsStale() -> HTTPError {
    isStale = true
    let error = HTTPError.transfer(
      host: address.host,
      code: Int(CURLE_RANGE_ERROR.rawValue),
      reason: "another part of the file came"
    )
    refusal = error
    return error
  }

  private func gather(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard isWithinLimit(received + Int64(bytes.count)),
      budget?.admit(bytes.count, of: self) ?? true
    else { return 0 }
    if received == 0, let announced { body.reserveCapacity(Int(announced)) }
    // Doubling would take twice the memory that the budget counts.
    if body.count + bytes.count > body.capacity {
      let step = min(max(body.count, bytes.count), Self.largestStep)
      body.reserveCapacity(body.count + max(step, bytes.count))
    }
    body.append(contentsOf: bytes)
    received += Int64(bytes.count)
    return bytes.count
  }

  /// The maximum number of bytes that are added to the body's buffer at a time.
  private static let largestStep = 4 << 20

  /// The bytes that are held in memory.
  var held: Int { body.count + (waiting?.count ?? 0) }

  /// Ends the transfer with its next bytes, and frees those it holds.
  func giveUp() {
    refusal = .tooLarge(limit: held)
    body = []
    if waiting != nil { waiting = [] }
  }

  private func isWithinLimit(_ count: Int64) -> Bool {
    if count > Int64(request.bodyLimit) { refusal = .tooLarge(limit: request.bodyLimit) }
    return refusal == nil
  }

  private func reportProgress(of download: Download, _ start: DownloadStart) {
    let now = MonotonicTime.now
    if let lastProgress, now < lastProgress + Download.interval { return }
    lastProgress = now
    download.progress(start.offset + received, start.expected)
  }

  /// The answer of a transfer that went well.
  func response() -> Result<HTTPResponse, HTTPError> {
    if let refusal { return .failure(refusal) }
    var response = head
    response.body = body
    guard let download, isSuccess else { return .success(response) }
    // An empty body was never received.
    guard let start = start ?? judged() else {
      return .failure(refuseAsStale())
    }
    let isWaiting = waiting != nil
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    if !isWaiting, let error = write(nothing, to: download.file, start) {
      return .failure(error)
    }
    let size = start.offset + received
    // A server may send less of the rest than it was asked for.
    guard start.expected.map({ $0 == size }) ?? true else {
      return .failure(.truncated(host: address.host))
    }
    if !isWaiting { download.progress(size, start.expected) }
    return .success(response)
  }

  /// The answer without its body.
  var head: HTTPResponse {
    var fields: [HTTPHeader] = []
    var previous: UnsafeMutablePointer<curl_header>?
    let curl = CurlLibrary.functions
    while let field = curl?.easy_nextheader(easy, UInt32(CURLH_HEADER), -1, previous) {
      fields.append(
        HTTPHeader(String(cString: field.pointee.name), String(cString: field.pointee.value))
      )
      previous = field
    }
    return HTTPResponse(status: status, url: address.description, headers: fields)
  }

  private var status: Int { number(CURLINFO_RESPONSE_CODE) }
  private var isSuccess: Bool { (200...299).contains(status) }

  /// The length of the body as announced, if it was and is within the limit.
  var announced: Int64? {
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
