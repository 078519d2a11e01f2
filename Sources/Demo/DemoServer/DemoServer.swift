import Glibc
import Imaging
import Platform

/// The embedded demo service: an HTTP/1.1 server on 127.0.0.1 that behaves like the real services.
package actor DemoServer {
  package nonisolated let service: DemoService
  private let port: UInt16
  private var listener: DemoListener?

  /// Prepares the service without listening yet.
  ///
  /// - Parameter pool: The pool for work on pixels, shared with the rest of the program.
  /// - Throws: `photos` if the folder has no photos with descriptions.
  package init(
    options: DemoServerOptions,
    pool: ImagingPool = ImagingPool()
  ) throws(DemoServerError) {
    service = try DemoService(options: options, pool: pool)
    port = options.port
  }

  /// Starts listening and returns the address.
  ///
  /// - Throws: `missingLibrary`, `port` if the port isn't available, or `alreadyStarted`.
  package func start() throws(DemoServerError) -> DemoAddress {
    guard listener == nil else { throw .alreadyStarted }
    if let reason = DemoListener.loadFailure() { throw .missingLibrary(reason: reason) }
    do throws(LoopbackSocket.Failure) {
      let socket = try LoopbackSocket.listenIP4(on: port)
      let address = DemoAddress(port: try LoopbackSocket.port(of: socket))
      service.open(at: address.baseURL)
      listener = DemoListener.start(socket, service)
      guard listener == nil else { return address }
      close(socket)
      throw .init(code: EAGAIN)
    } catch {
      throw .port(port, reason: error.reason)
    }
  }

  /// Closes every connection, including held ones.
  package func stop() async {
    let listener = listener
    self.listener = nil
    await listener?.stop()
  }
}
