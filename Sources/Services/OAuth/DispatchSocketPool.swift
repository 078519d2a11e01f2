import Dispatch
import FlyingSocks
import Glibc

/// Waits for sockets through Dispatch.
///
/// FlyingFox's own pool blocks a thread for as long as it serves and never closes its eventfd,
/// so that each sign-in would leave descriptors behind.
struct DispatchSocketPool: AsyncSocketPool {
  /// Called when the server's socket is bound and listening.
  let started: @Sendable () -> Void

  func prepare() {}

  func run() async throws {
    started()
    while true { try await Task.sleep(for: .seconds(86_400)) }
  }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    let file = socket.file.rawValue
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let queue = DispatchQueue.global()
    // Unsafe for the compiler only, as the protocol is not Sendable: libdispatch lets every thread
    // cancel and resume a source, and its handlers run one at a time.
    nonisolated(unsafe) let source: any DispatchSourceProtocol =  // its calls are thread safe
      events.contains(.write)
      ? DispatchSource.makeWriteSource(fileDescriptor: file, queue: queue)
      : DispatchSource.makeReadSource(fileDescriptor: file, queue: queue)
    // The descriptor may be closed only after the source let go of it: the cancel handler.
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        source.setEventHandler { source.cancel() }
        source.setCancelHandler { continuation.resume() }
        source.activate()
      }
    } onCancel: {
      source.cancel()
    }
    try Task.checkCancellation()
  }
}
