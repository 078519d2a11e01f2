import FlyingSocks
import Glibc

/// FlyingFox's socket pool, with the two socket options FlyingFox does not set.
///
/// Without `TCP_NODELAY` a kept connection waits for the client's delayed acknowledgement between
/// head and body: 44 ms a request. Accepted sockets inherit it from the listening one. Without
/// `FD_CLOEXEC` a started browser would hold the connections open.
struct LoopbackPool: AsyncSocketPool {
  private let base: SocketPool<ePoll> = .ePoll(maxEvents: 64)

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    if events == .read {
      let file = socket.file.rawValue
      var isOn: Int32 = 1
      setsockopt(
        file,
        Int32(IPPROTO_TCP),
        TCP_NODELAY,
        &isOn,
        socklen_t(MemoryLayout.size(ofValue: isOn))
      )
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
