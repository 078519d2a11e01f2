import HTTP
import Settings

extension CurlConfiguration {
  /// Creates a configuration that trusts these certificates instead of the system's.
  package init(trusting authorities: CertificateAuthorities) {
    self.init()
    certificateFile = authorities.file?.path
    certificateFolder = authorities.folder?.path
  }
}
