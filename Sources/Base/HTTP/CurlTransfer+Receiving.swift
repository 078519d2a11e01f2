import CCurl
import Platform

extension CurlTransfer {
  /// The maximum number of bytes of the heads and trailers of a response.
  ///
  /// libcurl limits heads, but stores any number of trailers.
  static let maxHeaderBytes = 256 << 10

  /// Receives a line of a head, of an informational response's head, or of the trailers.
  ///
  /// Trailers aren't activity: a server could send them forever.
  ///
  /// - Parameter count: The line's size in bytes, with its line break.
  /// - Returns: The number of bytes taken; 0 makes libcurl end the transfer.
  func receiveHeader(_ count: Int) -> Int {
    if !hasHead { lastActivity = .now }
    // Only the line after a head is empty.
    if count <= 2, status >= 200 { hasHead = true }
    headerBytes += count
    guard headerBytes > Self.maxHeaderBytes else { return count }
    refusal = .transfer(
      host: address.host,
      code: Int(CURLE_WRITE_ERROR.rawValue),
      reason: "more than \(Self.maxHeaderBytes >> 10) KiB of headers"
    )
    return 0
  }

  /// Receives a piece of the body.
  ///
  /// - Returns: The number of bytes taken. A number other than the piece's size makes libcurl end
  ///   or pause the transfer.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    guard let download, isSuccess else { return gather(bytes) }
    if start == nil {
      start = judged()
      guard let start else {
        refuseAsStale()
        return 0
      }
      // A partial response states the size of the whole file. If that is too large, none of it is
      // received.
      guard isWithinLimit(start.expected ?? 0) else { return 0 }
      if download.began != nil {
        // Many versions of libcurl don't reliably continue after a pause. Bytes that arrive in the
        // meantime are stored here.
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

  /// Writes the bytes that arrived during the caller's decision.
  ///
  /// Further bytes are written directly.
  ///
  /// - Returns: The error of writing, or the reason why the transfer has ended; `nil` if it
  ///   continues.
  func proceed() -> HTTPError? {
    // A transfer that is cancelled now may have ended successfully, but without writing its bytes.
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

  /// Rejects a partial response that doesn't continue the existing file.
  ///
  /// The bytes of two versions must not be mixed.
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
    // What isn't written to a download's file is an error page.
    let limit = min(request.bodyLimit, download == nil ? .max : HTTPRequest.dataLimit)
    guard isWithinLimit(received + Int64(bytes.count), limit),
      budget?.admit(bytes.count, of: self) ?? true
    else { return 0 }
    if received == 0, let announced { body.reserveCapacity(min(Int(announced), limit)) }
    // Doubling the capacity would use twice the memory that the budget counts.
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

  /// The number of bytes stored in memory.
  var held: Int { body.count + (waiting?.count ?? 0) }

  /// Makes the transfer fail at its next bytes, and frees the stored ones.
  func giveUp() {
    refusal = .tooLarge(limit: held)
    body = []
    if waiting != nil { waiting = [] }
  }

  private func isWithinLimit(_ count: Int64, _ limit: Int? = nil) -> Bool {
    let limit = limit ?? request.bodyLimit
    if count > Int64(limit) { refusal = .tooLarge(limit: limit) }
    return refusal == nil
  }

  private func reportProgress(of download: Download, _ start: DownloadStart) {
    let now = MonotonicTime.now
    if let lastProgress, now < lastProgress + Download.progressInterval { return }
    lastProgress = now
    download.progress(start.offset + received, start.expected)
  }

  /// Returns the response of a successful transfer, or the reason why it isn't acceptable.
  func response() -> Result<HTTPResponse, HTTPError> {
    if let refusal { return .failure(refusal) }
    var response = head
    response.body = body
    guard let download, isSuccess else { return .success(response) }
    // A response with an empty body never called `receive`.
    guard let start = start ?? judged() else {
      return .failure(refuseAsStale())
    }
    let isWaiting = waiting != nil
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    if !isWaiting, let error = write(nothing, to: download.file, start) {
      return .failure(error)
    }
    let size = start.offset + received
    // A server may send less than the requested rest.
    guard start.expected.map({ $0 == size }) ?? true else {
      return .failure(.truncated(host: address.host))
    }
    if !isWaiting { download.progress(size, start.expected) }
    return .success(response)
  }

  /// The response without its body.
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

  /// The announced length of the body; `nil` if it is missing or exceeds the limit.
  var announced: Int64? {
    var length: curl_off_t = -1
    ccurl_get_size(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length)
    return (0...request.bodyLimit).contains(length) ? Int64(length) : nil
  }

  /// Returns a number that libcurl has recorded about the transfer; 0 if there is none.
  func number(_ info: CURLINFO) -> Int {
    var value = 0
    ccurl_get_long(easy, info, &value)
    return value
  }
}
