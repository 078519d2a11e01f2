import Foundation
import HTTP
import Platform
import Testing

/// An `openssl s_server` with a certificate for 127.0.0.1 that is created at its start.
final class TLSServer: Sendable {
  struct Failure: Error { var output: String }

  /// The signer of the server's certificate.
  enum Certificate: String {
    case itself
    /// The authority `ours.pem`; `oursExpired` ended a day ago.
    case ours, oursExpired
    /// The authority `theirs.pem`.
    case theirs
  }

  /// Whether openssl is installed.
  static let isAvailable = ["/usr/bin", "/bin", "/usr/local/bin"].contains {
    access($0 + "/openssl", X_OK) == 0
  }

  let port: Int
  /// The folder with `certificate.pem`, `ours.pem` and `theirs.pem`.
  ///
  /// Its subfolder `hashed` contains `ours.pem` named by its hash; `empty` contains no certificate.
  let folder: String
  private let process: pid_t
  private let input: Int32
  private let output: Int32

  var url: String { "https://127.0.0.1:\(port)" }

  /// A transport that trusts this server's certificate.
  var trusting: CurlTransport { trusting("certificate.pem") }

  /// Returns a transport that trusts a file of the folder, and no other certificate.
  func trusting(_ name: String) -> CurlTransport {
    var configuration = CurlConfiguration.patient
    configuration.certificateFile = folder + "/" + name
    configuration.certificateFolder = folder + "/empty"
    return CurlTransport(configuration: configuration)
  }

  /// Starts a server that serves one complete response at `/answer`.
  convenience init(
    answering answer: String,
    certificate: Certificate = .itself
  ) async throws {
    try await self.init(options: "-HTTP", file: answer, certificate)
  }

  /// Starts a server that offers a protocol and sends these bytes after the client's first bytes.
  convenience init(speaking name: String, _ bytes: [UInt8]) async throws {
    try await self.init(options: "-alpn \(name)", file: "")
    let (input, output) = (input, output)
    Thread.detachNewThread {
      // The server may end before it has read all bytes, which must not end the tests.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      // After the client's first bytes (RFC 9113, 3.4), s_server sends the bytes it reads.
      if Self.read(output, until: "PRI * HTTP/2.0") != nil {
        _ = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      }
    }
  }

  private init(
    options: String,
    file: String,
    _ certificate: Certificate = .itself
  ) async throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("imagefeed-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try file.write(toFile: folder + "/answer", atomically: false, encoding: .utf8)

    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    pipe(&toChild)
    pipe(&fromChild)
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let script = """
      cd "$1" && exec 3>&2 2>/dev/null && mkdir hashed empty &&
      key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes' &&
      for name in ours theirs; do
        openssl req -x509 $key -keyout $name.key -out $name.pem -days 2 -subj /CN=$name || exit
      done &&
      cp ours.pem hashed/$(openssl x509 -in ours.pem -noout -hash).0 &&
      case $2 in
        itself)
          openssl req -x509 $key -keyout key.pem -out certificate.pem -days 2 -subj /CN=127.0.0.1 \
            -addext subjectAltName=IP:127.0.0.1
          ;;
        *)
          signer=$2 end='-days 2'
          # OpenSSL 3.5 accepts no negative number of days.
          if [ $2 = oursExpired ]; then
            signer=ours end='-startdate 20200101000000Z -enddate 20200102000000Z'
          fi
          : > index &&
          printf '%s\\n' '[ca]' 'default_ca = own' '[own]' 'database = index' 'new_certs_dir = .' \
            'default_md = sha256' 'policy = any' 'rand_serial = yes' '[any]' \
            'commonName = supplied' > ca.cnf &&
          echo subjectAltName=IP:127.0.0.1 > extension &&
          openssl req $key -keyout key.pem -out request -subj /CN=127.0.0.1 &&
          openssl ca -config ca.cnf -batch -notext -in request -cert $signer.pem \
            -keyfile $signer.key $end -extfile extension -out certificate.pem >&2
          ;;
      esac &&
      exec openssl s_server -accept 127.0.0.1:0 -cert certificate.pem -key key.pem \(options) 2>&3
      """
    process = try Spawn.start(
      ["sh", "-c", script, "sh", folder, certificate.rawValue],
      environment: ["PATH=/usr/bin:/bin:/usr/local/bin"],
      input: toChild[0],
      output: fromChild[1],
      error: fromChild[1]
    )
    close(toChild[0])
    close(fromChild[1])
    (input, output) = (toChild[1], fromChild[0])

    let reading = output
    let port: Int? = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let line = Self.read(reading, until: "ACCEPT 127.0.0.1:", toEndOfLine: true)
        continuation.resume(returning: line.flatMap { Int($0) })
      }
    }
    guard let port else { throw Failure(output: "openssl s_server did not start") }
    self.port = port
  }

  /// Reads up to a text; `nil` if it doesn't occur.
  ///
  /// - Returns: The rest of the text's line; empty unless `toEndOfLine` is set.
  private static func read(
    _ descriptor: Int32,
    until text: String,
    toEndOfLine: Bool = false
  ) -> String? {
    var seen = ""
    var byte: UInt8 = 0
    while Glibc.read(descriptor, &byte, 1) == 1 {
      seen.unicodeScalars.append(Unicode.Scalar(byte))
      guard let range = seen.range(of: text) else { continue }
      if !toEndOfLine { return "" }
      if byte == UInt8(ascii: "\n") { return String(seen[range.upperBound...].dropLast()) }
    }
    return nil
  }

  func stop() {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(input)
    close(output)
    try? FileManager.default.removeItem(atPath: folder)
  }
}
