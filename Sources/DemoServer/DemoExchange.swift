import CMicroHTTPD

/// A request as libmicrohttpd has it, and the way back for its answer.
struct DemoExchange: Sendable {
  let request: DemoRequest
  /// The connection's socket.
  let descriptor: Int32
  /// The request of libmicrohttpd, valid until it is finished.
  ///
  /// Unsafe only to the compiler: the functions of CMicroHTTPD that take it lock the server.
  private nonisolated(unsafe) let pointer: UnsafeMutablePointer<cmhd_request>  // locked, as above

  /// Reads a request.
  ///
  /// To be called on libmicrohttpd's thread, as soon as the request is there.
  init(_ pointer: UnsafeMutablePointer<cmhd_request>) {
    self.pointer = pointer
    let seen = pointer.pointee
    descriptor = seen.descriptor
    var request = DemoRequest(
      method: String(cString: seen.method),
      target: String(cString: seen.target),
      body: Array(UnsafeRawBufferPointer(start: seen.body, count: seen.size))
    )
    withUnsafeMutablePointer(to: &request) { request in
      cmhd_headers(pointer, request) { context, name, value in
        guard let context, let name, let value else { return }
        context.assumingMemoryBound(to: DemoRequest.self).pointee
          .take(header: String(cString: name), String(cString: value))
      }
    }
    self.request = request
  }

  /// Answers the request, or closes its connection where the answer is nil.
  ///
  /// To be called once.
  ///
  /// - Parameters:
  ///   - sent: called with a number of bytes of the body before a client can have them.
  ///   - run: runs a task that the end of the service cancels.
  func finish(
    _ answer: DemoResponse?,
    sent: @escaping @Sendable (Int) -> Void = { _ in },
    run: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void = { _ in }
  ) {
    guard let answer, let response = response(to: answer, sent, run) else {
      return cmhd_drop(pointer)
    }
    var headers: [String: (name: String, value: String)] = [:]
    // The last of a name counts.
    for header in answer.headers { headers[header.name.lowercased()] = header }
    for header in headers.values { cmhd_response_add(response, header.name, header.value) }
    cmhd_answer(pointer, UInt32(answer.status), response)
  }

  private func response(
    to answer: DemoResponse,
    _ sent: @escaping @Sendable (Int) -> Void,
    _ run: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void
  ) -> OpaquePointer? {
    guard answer.isCut || answer.bytesPerSecond != nil || answer.original != nil else {
      return answer.body.withUnsafeBytes { cmhd_response_make($0.baseAddress, $0.count) }
    }
    nonisolated(unsafe) let pointer = pointer  // as for the member
    let body = DemoBody(answer, sent: sent) { wait in
      run {
        await wait()
        cmhd_continue(pointer)
      }
    }
    var reader = cmhd_reader(
      read: { context, position, bytes, size in
        guard let context, let bytes else { return -1 }
        return Unmanaged<DemoBody>.fromOpaque(context).takeUnretainedValue()
          .read(at: Int(position), into: UnsafeMutableRawBufferPointer(start: bytes, count: size))
      },
      release: { context in context.map { Unmanaged<DemoBody>.fromOpaque($0).release() } },
      context: Unmanaged.passRetained(body).toOpaque()
    )
    // Small, since a piece counts as sent also where the client is gone by then.
    let piece = 1 << 14
    return cmhd_response_read(pointer, UInt64(answer.body.count), piece, &reader)
  }
}

extension DemoRequest {
  fileprivate mutating func take(header name: String, _ value: String) {
    switch name.lowercased() {
    case "authorization": authorization = value
    case "content-type": contentType = value
    case "range": range = value
    case "if-range": ifRange = value
    default: break
    }
  }
}
