import Glibc

/// Sockets that listen on the loopback interface only.
package enum LoopbackSocket {
  /// The error of a socket that can't listen.
  package struct Failure: Error, Equatable {
    /// The value of `errno`.
    package let code: Int32

    package init(code: Int32) { self.code = code }

    package var reason: String { String(cString: strerror(code)) }
  }

  /// Listens on 127.0.0.1 and, if the system has IPv6, on [::1].
  ///
  /// Listens on both or fails: a browser may use either for `localhost`, so another program on one
  /// of them could receive the code of a sign-in.
  ///
  /// - Returns: Non-blocking sockets, which the caller must close.
  package static func listen(on port: UInt16) throws(Failure) -> [Int32] {
    let ip4 = try listenIP4(on: port)
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

  /// Listens on 127.0.0.1.
  ///
  /// - Parameter port: The port; 0 for a free one.
  /// - Returns: A non-blocking socket, which the caller must close.
  package static func listenIP4(on port: UInt16) throws(Failure) -> Int32 {
    try socket(AF_INET) { file in
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      return bind(file, &address)
    }
  }

  /// Returns the port that an IPv4 socket is bound to.
  package static func port(of socket: Int32) throws(Failure) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    guard code == 0 else { throw Failure(code: errno) }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The names of this computer in a `Host` header.
  package static let hostNames = ["localhost", "127.0.0.1", "[::1]"]

  /// Whether the value of a `Host` header names this computer, with any port or none.
  package static func isOwnHost(_ value: String) -> Bool {
    let value = value.lowercased()
    return hostNames.contains { name in
      value == name
        || value.hasPrefix(name + ":") && UInt16(value.dropFirst(name.count + 1)) != nil
    }
  }

  /// Returns the size of a header in a request in bytes, with its line break.
  package static func size(ofHeader name: String, _ value: String) -> Int {
    name.utf8.count + ": ".utf8.count + value.utf8.count + 2
  }

  private static func socket(
    _ family: Int32,
    bind: (Int32) -> Int32
  ) throws(Failure) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let file = Glibc.socket(family, type, 0)
    guard file >= 0 else { throw Failure(code: errno) }
    // Connections of an earlier server may still linger on the port.
    turnOn(SO_REUSEADDR, SOL_SOCKET, of: file)
    // Accepted sockets inherit the option. Without it, a response's body may wait some 40 ms for
    // the client's delayed acknowledgement of the head.
    turnOn(TCP_NODELAY, Int32(IPPROTO_TCP), of: file)
    guard bind(file) == 0, Glibc.listen(file, SOMAXCONN) == 0 else {
      let failure = Failure(code: errno)
      close(file)
      throw failure
    }
    return file
  }

  private static func turnOn(_ option: Int32, _ level: Int32, of file: Int32) {
    var on: Int32 = 1
    setsockopt(file, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func bind<Address>(_ file: Int32, _ address: inout Address) -> Int32 {
    let length = socklen_t(MemoryLayout<Address>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(file, $0, length) }
    }
  }
}
