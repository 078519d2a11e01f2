import Harness
import Foundation
import Platform

/// A name resolver of this test process that records its queries and delays one name.
///
/// The test executable's own `getaddrinfo` takes precedence over the C library's, for libcurl too.
/// This function holds back names below `hanging.invalid` and passes all others on.
enum TestResolver {
  private static let names = Lock<[String]>([])
  private static let held = Lock<[String: (asked: Signal, gate: Gate)]>([:])

  static var askedNames: [String] { names.withLock { $0 } }

  /// Creates a name whose resolution signals `asked` when it begins, and ends with `gate`.
  static func hangingName() -> (name: String, asked: Signal, gate: Gate) {
    let name = "\(UUID().uuidString.lowercased()).hanging.invalid"
    let (asked, gate) = (Signal(), Gate())
    held.withLock { $0[name] = (asked, gate) }
    return (name, asked, gate)
  }

  fileprivate static func asked(_ name: String) {
    names.withLock { $0.append(name) }
    guard let (asked, gate) = held.withLock({ $0[name] }) else { return }
    asked.fire()
    gate.pass()
  }

  fileprivate typealias Function =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<addrinfo>?,
      UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
    ) -> Int32

  /// The C library's function: the next one after this executable's.
  fileprivate static let system = unsafeBitCast(
    dlsym(UnsafeMutableRawPointer(bitPattern: -1), "getaddrinfo"),
    to: Function.self
  )
}

@_cdecl("getaddrinfo")
func testGetAddressInfo(
  _ node: UnsafePointer<CChar>?,
  _ service: UnsafePointer<CChar>?,
  _ hints: UnsafePointer<addrinfo>?,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>?
) -> Int32 {
  if let node {
    let name = String(cString: node)
    TestResolver.asked(name)
    // No test queries a real name server. RFC 6761 guarantees that the name doesn't exist.
    if name.hasSuffix(".invalid") { return EAI_NONAME }
  }
  return TestResolver.system(node, service, hints, result)
}
