import CMicroHTTPD
import Dispatch
import Platform

/// The demo service on a socket: libmicrohttpd speaks HTTP/1.1, `DemoService` provides the
/// responses.
///
/// A separate task handles each request. Until the response is ready, the connection is suspended.
final class DemoListener: Sendable {
  private struct State {
    /// The `cmhd_server`; `nil` before the start and after the stop.
    var server: OpaquePointer?
    var tasks: [Int: RequestTask] = [:]
    var count = 0
    var isStopping = false
  }

  private struct RequestTask {
    let task: Task<Void, Never>
    /// The connection's socket.
    let descriptor: Int32
  }

  /// The maximum size of a body in bytes.
  private static let bodyLimit = 1 << 20
  /// The maximum size of a target in bytes, as at the sign-in listener.
  private static let targetLimit = 8 << 10
  /// The maximum total size of the headers in bytes, as at the sign-in listener.
  private static let headersLimit = 16 << 10
  private static let connectionLimit: UInt32 = 1000

  private let service: DemoService
  private let state = Lock(State())

  private init(_ service: DemoService) { self.service = service }

  /// Loads libmicrohttpd.
  ///
  /// Returns the reason for a failure, or `nil`.
  static func loadFailure() -> String? { cmhd_load().map { String(cString: $0) } }

  /// Serves on a listening socket and takes ownership of it.
  ///
  /// Load libmicrohttpd before. Returns `nil` if memory, a thread or a descriptor is missing.
  static func start(_ socket: Int32, _ service: DemoService) -> DemoListener? {
    let listener = DemoListener(service)
    var handlers = cmhd_handlers(
      opened: { context, _ in
        guard let context else { return }
        Unmanaged<DemoListener>.fromOpaque(context).takeUnretainedValue().cancelAbandoned()
      },
      closed: nil,
      requested: { context, request in
        guard let context, let request else { return }
        Unmanaged<DemoListener>.fromOpaque(context).takeUnretainedValue()
          .requested(DemoExchange(request))
      }
    )
    var options = cmhd_options(
      // Further space is for libmicrohttpd's data about the head.
      memory: 64 << 10 + targetLimit + headersLimit,
      target: targetLimit,
      connections: connectionLimit,
      // One more byte, to detect bodies that are too long.
      body: bodyLimit + 1,
      answers_later: true
    )
    let context = Unmanaged.passRetained(listener)
    let isServing = listener.state.withLock { state in
      state.server = cmhd_start(socket, &options, &handlers, context.toOpaque())
      return state.server != nil
    }
    guard isServing else {
      context.release()
      return nil
    }
    return listener
  }

  /// Closes the port and all connections, including held ones.
  func stop() async {
    let (server, tasks) = state.withLock { state in
      defer { state.server = nil }
      state.isStopping = true
      return (state.server, state.tasks.values)
    }
    for running in tasks { running.task.cancel() }
    guard let server else { return }
    nonisolated(unsafe) let stopping = server  // removed from the state, so only this call uses it
    // Waits for libmicrohttpd's thread.
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        cmhd_stop(stopping)
        continuation.resume()
      }
    }
    Unmanaged.passUnretained(self).release()
  }

  private func requested(_ exchange: DemoExchange) {
    let request = exchange.request
    guard request.body.count <= Self.bodyLimit else {
      return exchange.finish(.text(413, "Payload Too Large"))
    }
    guard request.headersSize <= Self.headersLimit else {
      return exchange.finish(.text(431, "Request Header Fields Too Large"))
    }
    // With another host name, a web page can reach local servers (DNS rebinding).
    guard LoopbackSocket.isOwnHost(request.host) else {
      return exchange.finish(.text(403, "Forbidden"))
    }
    run(exchange) { [service] in
      guard let answer = try? await service.answer(exchange.request) else {
        return exchange.finish(nil)
      }
      let counter = answer.original.flatMap { service.options.observer?.counter(of: $0) }
      exchange.finish(answer, sent: counter ?? { _ in }) { [self] wait in
        run(exchange, wait)
      }
    }
  }

  /// Runs a task that is cancelled when the service stops or the client leaves.
  private func run(_ exchange: DemoExchange, _ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      let number = state.count
      state.count += 1
      let task = Task { [weak self] in
        await work()
        self?.state.withLock { $0.tasks[number] = nil }
      }
      state.tasks[number] = RequestTask(task: task, descriptor: exchange.descriptor)
      if state.isStopping { task.cancel() }
    }
  }

  /// Cancels the tasks of clients that have left, so that held responses don't use up the
  /// connections.
  ///
  /// Called with each new connection. A task that has just responded may be among them, with a
  /// descriptor that another connection reuses. Cancelling that task has no effect.
  private func cancelAbandoned() {
    let tasks = state.withLock { $0.tasks.values }
    for running in tasks where cmhd_is_abandoned(running.descriptor) { running.task.cancel() }
  }
}
