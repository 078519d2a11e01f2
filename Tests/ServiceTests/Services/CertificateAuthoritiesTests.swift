import FoundationEssentials
import Glibc
import HTTP
import Localization
import Logging
import Model
import Runtime
import Testing

@testable import EffectHandling
@testable import Settings
@testable import Shell

@Suite(.timeLimit(.hang)) struct CertificateAuthoritiesTests {
  private let folder: TemporaryFolder
  /// Two sequences and a bit string in a sequence, all empty.
  private static let certificate =
    "-----BEGIN CERTIFICATE-----\nMAYw\nADAAAwA=\n-----END CERTIFICATE-----\n"

  init() throws { folder = try TemporaryFolder() }

  private func authorities(
    _ file: String? = nil,
    _ environment: [String: String] = [:]
  ) -> CertificateAuthorities {
    var configuration = Configuration()
    configuration.authoritiesFile = file
    return CertificateAuthorities(configuration, environment: environment)
  }

  private func fault(_ authorities: CertificateAuthorities) -> Problem.Cause? {
    do throws(Problem) {
      try authorities.check()
      return nil
    } catch {
      return error.subject == .configuration ? error.cause : .malformedAnswer
    }
  }

  @Test func `are the configuration's, then curl's, then OpenSSL's`() {
    let variables = ["CURL_CA_BUNDLE": "/curl", "SSL_CERT_FILE": "/ssl", "SSL_CERT_DIR": "/dir"]
    func places(_ found: CertificateAuthorities) -> [String?] {
      [found.file?.path, found.file?.setting, found.folder?.path, found.folder?.setting]
    }
    #expect(
      places(authorities("/own", variables)) == ["/own", "ca_file", "/dir", "SSL_CERT_DIR"]
    )
    #expect(places(authorities(nil, variables))[...1] == ["/curl", "CURL_CA_BUNDLE"])
    #expect(
      places(authorities(nil, ["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "/ssl"]))
        == ["/ssl", "SSL_CERT_FILE", nil, nil]
    )
    #expect(places(authorities()) == [nil, nil, nil, nil])
    let limits = CurlConfiguration(trusting: authorities("/own", variables))
    #expect(limits.certificateFile == "/own" && limits.certificateFolder == "/dir")
    #expect(CurlConfiguration(trusting: authorities()) == CurlConfiguration())
  }

  @Test(arguments: [
    Self.certificate, "Company root\r\n" + Self.certificate.replacing("\n", with: "\r\n"),
    Self.certificate.replacing("CERT", with: "TRUSTED CERT"),
    Self.certificate.replacing("AwA=", with: "AwAwAA==").replacing("CERT", with: "TRUSTED CERT"),
    Self.certificate.replacing("MAYw", with: "") + Self.certificate,
  ])
  func `are accepted with a certificate`(text: String) throws {
    let file = try folder.write(text, to: "company.pem")
    #expect(fault(authorities(file)) == nil)
    #expect(fault(authorities()) == nil)
  }

  @Test(arguments: [
    "", "certificate", "-----BEGIN PRIVATE KEY-----\n", " " + Self.certificate,
    "-----BEGIN CERTIFICATE-----\n", "-----BEGIN CERTIFICATE-----\nMAYwADAAAwA=\n",
    "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
    Self.certificate.replacing("END", with: "END TRUSTED"),
    Self.certificate.replacing("=", with: ""), Self.certificate.replacing("MAY", with: "MA*"),
    Self.certificate.replacing("AwA=", with: ""), Self.certificate.replacing("MAYw", with: "MAcw"),
    Self.certificate.replacing("MAYw", with: "MQYw"),
    Self.certificate.replacing("MAYw", with: "MIYw"),
  ])
  func `are refused without a certificate`(text: String) throws {
    let file = try folder.write(text, to: "company.pem")
    #expect(
      fault(authorities(nil, ["SSL_CERT_FILE": file]))
        == .authorities(path: file, setting: "SSL_CERT_FILE", .noCertificate)
    )
  }

  @Test func `are refused if they can't be read`() throws {
    let missing = folder.path + "/none.pem"
    #expect(
      fault(authorities(missing))
        == .authorities(
          path: missing,
          setting: "ca_file",
          .unreadable(reason: "No such file or directory")
        )
    )
    let path = folder.path
    #expect(
      fault(authorities(path))
        == .authorities(path: path, setting: "ca_file", .unreadable(reason: "Is a directory"))
    )
    #expect(
      fault(authorities(nil, ["SSL_CERT_DIR": missing]))
        == .authorities(
          path: missing,
          setting: "SSL_CERT_DIR",
          .unreadable(reason: "No such file or directory")
        )
    )
  }

  @Test func `are accepted as folders with one hashed name`() throws {
    _ = try folder.write(Self.certificate, to: "empty/company.pem")
    _ = try folder.write(Self.certificate, to: "hashed/5ed36f99.0")
    let (empty, hashed) = (folder.path + "/empty", folder.path + "/hashed")
    #expect(
      fault(authorities(nil, ["SSL_CERT_DIR": empty]))
        == .authorities(path: empty, setting: "SSL_CERT_DIR", .noHashedName)
    )
    #expect(fault(authorities(nil, ["SSL_CERT_DIR": hashed])) == nil)
    #expect(fault(authorities(nil, ["SSL_CERT_DIR": "/none:\(empty):\(hashed)"])) == nil)
  }

  private func context(
    _ environment: [String: String],
    needsService: Bool = true
  ) async throws -> CommandContext {
    let home = [
      "HOME": folder.path, "IMAGEFEED_UNSPLASH_ACCESS_KEY": "a",
      "IMAGEFEED_UNSPLASH_SECRET_KEY": "s",
    ]
    return try await CommandContext.open(
      Program.Options(),
      Texts(.english),
      environment: home.merging(environment) { $1 },
      need: needsService ? .service : .nothing,
      onNotice: { _ in }
    )
  }

  @Test func `stop a command that needs the service, and no other`() async throws {
    let file = try folder.write("none", to: "company.pem")
    let environment = ["CURL_CA_BUNDLE": file]
    let problem = Problem(
      .configuration,
      .authorities(path: file, setting: "CURL_CA_BUNDLE", .noCertificate)
    )
    #expect(CommandStatus(problem) == .usage)
    await #expect(throws: ShellMessage.problem(problem)) { try await context(environment) }
    _ = try await context(environment, needsService: false)
  }

  @Test(.enabled(if: TLSServer.isAvailable))
  func `are those of a command's requests`() async throws {
    let server = try await TLSServer(
      answering: "HTTP/1.0 200 OK\r\n\r\nsecret",
      certificate: .ours
    )
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url + "/answer").patient
    let setting = "ca_file = '\(server.folder)/ours.pem'"
    _ = try folder.write(setting, to: ".config/imagefeed/config.toml")
    let response = try await context([:]).transport.data(request)
    #expect(response.body == Array("secret".utf8))
  }
}
