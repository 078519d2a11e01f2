import Glibc
import Model

/// Sockets that listen on this machine only.
enum LoopbackSocket {
  /// Why nobody can listen there.
  struct Failure: Error, Equatable {
    /// As in `errno`.
    let code: Int32

    func problem(port: Int) -> Problem {
      let reason = String(cString: strerror(code))
      return Problem(
        .signIn,
        code == EADDRINUSE ? .portBusy(port) : .portUnusable(port, reason: reason)
      )
    }
  }

  /// Listens on 127.0.0.1 and, where the machine has IPv6, on [::1].
  ///
  /// Both or none: which of them a browser takes for `localhost` is its own business, so another
  /// program on one of them could get the code.
  static func listen(on port: UInt16) throws(Failure) -> [Int32] {
    let ip4 = try socket(AF_INET) { file in
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      return bind(file, &address)
    }
    do throws(Failure) {
      let ip6 = try socket(AF_INET6) { file in
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        return bind(file, &address)
      }
      return [ip4, ip6]
    } catch {
      if [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.code) { return [ip4] }
      close(ip4)
      throw error
    }
  }

  private static func socket(
    _ family: Int32,
    bind: (Int32) -> Int32
  ) throws(Failure) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let file = Glibc.socket(family, type, 0)
    guard file >= 0 else { throw Failure(code: errno) }
    // Connections of the last sign-in may still linger on the port.
    var on: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard bind(file) == 0, Glibc.listen(file, SOMAXCONN) == 0 else {
      let failure = Failure(code: errno)
      close(file)
      throw failure
    }
    return file
  }

  private static func bind<Address>(_ file: Int32, _ address: inout Address) -> Int32 {
    let length = socklen_t(MemoryLayout<Address>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(file, $0, length) }
    }
  }
}
