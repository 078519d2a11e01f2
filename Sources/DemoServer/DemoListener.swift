import CMicroHTTPD
import Dispatch
import Platform

/// The demo service on a socket: HTTP/1.1 by libmicrohttpd, answers by `DemoService`.
///
/// Each request is answered by a task of its own; until then, its connection is suspended.
final class DemoListener: Sendable {
  private struct State {
    /// `cmhd_server`; nil before the start and after the end.
    var server: OpaquePointer?
    var tasks: [Int: Running] = [:]
    var count = 0
    var isStopping = false
  }

  private struct Running {
    let task: Task<Void, Never>
    /// The connection's socket.
    let descriptor: Int32
  }

  /// Bytes of a body.
  private static let bodyLimit = 1 << 20
  /// Bytes of a head, with what libmicrohttpd keeps of it.
  private static let headLimit = 128 << 10
  private static let connectionLimit: UInt32 = 1000

  private let service: DemoService
  private let state = Lock(State())

  private init(_ service: DemoService) { self.service = service }

  /// Why libmicrohttpd cannot be loaded, nil when it is.
  static func loadFailure() -> String? { cmhd_load().map { String(cString: $0) } }

  /// Serves on a listening socket, which belongs to the listener afterwards.
  ///
  /// libmicrohttpd has to be loaded. Returns nil without memory, thread or descriptor.
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
      memory: headLimit,
      connections: connectionLimit,
      // One more byte shows that there are too many.
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

  /// Closes the port and all connections, held ones too.
  func stop() async {
    let (server, tasks) = state.withLock { state in
      defer { state.server = nil }
      state.isStopping = true
      return (state.server, state.tasks.values)
    }
    for running in tasks { running.task.cancel() }
    guard let server else { return }
    nonisolated(unsafe) let stopping = server  // out of the state, so only this call has it
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
    guard exchange.request.body.count <= Self.bodyLimit else {
      return exchange.finish(.text(413, "Payload Too Large"))
    }
    run(exchange) { [service] in
      guard let answer = try? await service.answer(exchange.request) else {
        return exchange.finish(nil)
      }
      exchange.finish(answer, sent: service.counter(of: answer)) { [self] wait in
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
      state.tasks[number] = Running(task: task, descriptor: exchange.descriptor)
      if state.isStopping { task.cancel() }
    }
  }

  /// Cancels the tasks of clients that have left, so that held answers do not use up the
  /// connections.
  ///
  /// Called with each new connection. A task that has just answered may still be among them, whose
  /// descriptor is another connection's by now; cancelling it does nothing.
  private func cancelAbandoned() {
    let tasks = state.withLock { $0.tasks.values }
    for running in tasks where cmhd_is_abandoned(running.descriptor) { running.task.cancel() }
  }
}
