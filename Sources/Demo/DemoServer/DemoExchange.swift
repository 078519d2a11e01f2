import CMicroHTTPD
import Platform

/// A request received by libmicrohttpd, and the means to respond.
struct DemoExchange: Sendable {
  let request: DemoRequest
  /// The connection's socket.
  let descriptor: Int32
  /// The request of libmicrohttpd, valid until it is finished.
  private nonisolated(unsafe) let pointer: UnsafeMutablePointer<cmhd_request>  // C locks the server

  /// Reads a request.
  ///
  /// Must be called on libmicrohttpd's thread, as soon as the request arrives.
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
          .set(header: String(cString: name), String(cString: value))
      }
    }
    self.request = request
  }

  /// Responds to the request, or closes its connection if the response is `nil`.
  ///
  /// Must be called once.
  ///
  /// - Parameters:
  ///   - sent: Called before each piece of the body is sent, with its size in bytes. Only called
  ///     for a photo's file, and for a body that is sent slowly or cut off.
  ///   - run: Runs a task, and cancels it when the service stops.
  func finish(
    _ answer: DemoResponse?,
    sent: @escaping @Sendable (Int) -> Void = { _ in },
    run: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void = { _ in }
  ) {
    guard let answer, let response = response(to: answer, sent, run) else {
      return cmhd_drop(pointer)
    }
    var headers: [String: (name: String, value: String)] = [:]
    // The last header of each name is sent.
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
    // In bytes. Small, because a piece counts as sent even if the client has closed the connection.
    let piece = 1 << 14
    return cmhd_response_read(pointer, UInt64(answer.body.count), piece, &reader)
  }
}

extension DemoRequest {
  fileprivate mutating func set(header name: String, _ value: String) {
    headersSize += LoopbackSocket.size(ofHeader: name, value)
    switch name.lowercased() {
    case "host": host = host.isEmpty ? value : host + "," + value
    case "authorization": authorization = value
    case "content-type": contentType = value
    case "range": range = value
    case "if-range": ifRange = value
    default: break
    }
  }
}
