import Disk
import FoundationEssentials
import Glibc
import Model

/// The trusted certificates that the configuration or the environment names.
///
/// Company networks that inspect TLS use certificates from their own authority.
package struct CertificateAuthorities: Equatable, Sendable {
  /// A path, and the configuration key or environment variable that names it.
  package struct Location: Equatable, Sendable {
    package let path: String
    package let setting: String
  }

  /// The file that replaces the system's file; `nil` to use the system's.
  package let file: Location?
  /// The folder that replaces the system's folder; `nil` to use the system's.
  package let folder: Location?

  /// The maximum size in bytes of a file that has no certificate at its beginning: a hundred times
  /// that of a system's file.
  private static let maxFileSize = 32 << 20
  /// The number of bytes that are read first: several certificates.
  private static let firstReadSize = 16 << 10

  /// Finds the settings.
  ///
  /// The configuration takes precedence over curl's variable, and curl's over OpenSSL's.
  package init(_ configuration: Configuration, environment: [String: String]) {
    func location(_ name: String) -> Location? {
      guard let path = environment[name], !path.isEmpty else { return nil }
      return Location(path: path, setting: name)
    }
    file =
      configuration.authoritiesFile.map { Location(path: $0, setting: "ca_file") }
      ?? location("CURL_CA_BUNDLE") ?? location("SSL_CERT_FILE")
    folder = location("SSL_CERT_DIR")
  }

  /// Checks that the file and the folder can be read and contain certificates.
  package func check() throws(Problem) {
    if let file, let fault = Self.fault(ofFile: file.path) { throw Self.problem(file, fault) }
    if let folder, let fault = Self.fault(ofFolders: folder.path) {
      throw Self.problem(folder, fault)
    }
  }

  private static func problem(_ location: Location, _ fault: AuthoritiesFault) -> Problem {
    Problem(.configuration, .authorities(path: location.path, setting: location.setting, fault))
  }

  private static func fault(ofFile path: String) -> AuthoritiesFault? {
    do throws(FileSystem.Failure) {
      // The check precedes the first frame, and a bundle begins with a certificate.
      if hasCertificate(try FileSystem.head(of: path, count: firstReadSize)) { return nil }
      let bytes = try FileSystem.contents(of: path, limit: maxFileSize) ?? []
      return hasCertificate(bytes) ? nil : .noCertificate
    } catch {
      return .unreadable(reason: String(cString: strerror(error.code)))
    }
  }

  /// Returns the first fault of a colon-separated list of folders.
  ///
  /// `nil` if at least one folder contains certificates, because OpenSSL skips missing folders.
  private static func fault(ofFolders paths: String) -> AuthoritiesFault? {
    var first: AuthoritiesFault?
    for path in paths.split(separator: ":").map(String.init) {
      if access(path, R_OK | X_OK) != 0 {
        first = first ?? .unreadable(reason: String(cString: strerror(errno)))
      } else if FileSystem.names(in: path).contains(where: isHash) {
        return nil
      } else {
        first = first ?? .noHashedName
      }
    }
    return first ?? .noHashedName
  }

  /// Whether a file has a certificate, with a label of RFC 7468 or OpenSSL.
  ///
  /// Checks the structure of a certificate, but not its contents.
  static func hasCertificate(_ bytes: [UInt8]) -> Bool {
    let labels = ["", "X509 ", "TRUSTED "].map { $0 + "CERTIFICATE-----" }
    var rest = bytes[...]
    /// The label and the digits of the certificate that is being read.
    var certificate: (label: String, digits: [UInt8])?
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      if let label = labels.first(where: { line.starts(with: ("-----BEGIN " + $0).utf8) }) {
        certificate = (label, [])
      } else if let (label, digits) = certificate, line.starts(with: ("-----END " + label).utf8) {
        if isCertificate(digits) { return true }
        certificate = nil
      } else {
        certificate?.digits += line
      }
    }
    return false
  }

  /// Whether Base64 digits encode a sequence of two sequences and a bit string (RFC 5280, 4.1).
  private static func isCertificate(_ digits: [UInt8]) -> Bool {
    let text = digits.filter { $0 > 0x20 }
    guard let bytes = Data(base64Encoded: Data(text)).map({ [UInt8]($0) }),
      // A trusted certificate has additional data after it.
      let whole = DERElement(bytes[...]), whole.tag == 0x30,
      let data = DERElement(whole.contents), data.tag == 0x30,
      let algorithm = DERElement(data.rest), algorithm.tag == 0x30,
      let signature = DERElement(algorithm.rest), signature.tag == 0x03
    else { return false }
    return signature.rest.isEmpty
  }

  /// Whether a file name consists of a certificate's hash and a number, such as `5ed36f99.0`.
  private static func isHash(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 8
      && parts[0].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      && !parts[1].isEmpty && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

/// An element of DER, the encoding of certificates (X.690, 8.1 and 10.1).
private struct DERElement {
  let tag: UInt8
  let contents: ArraySlice<UInt8>
  /// The bytes after the element.
  let rest: ArraySlice<UInt8>

  /// Reads the first element; `nil` if the bytes end before it does.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let tag = bytes.first, let first = bytes.dropFirst().first else { return nil }
    var body = bytes.dropFirst(2)
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), body.count >= count else { return nil }
      length = body.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      body = body.dropFirst(count)
    }
    guard length <= body.count else { return nil }
    self.tag = tag
    contents = body.prefix(length)
    rest = body.dropFirst(length)
  }
}
