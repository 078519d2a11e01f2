import HTTP
import Settings

extension CurlConfiguration {
  /// A configuration that trusts these certificates.
  package init(trusting authorities: CertificateAuthorities) {
    self.init()
    certificateFile = authorities.file?.path
    certificateFolder = authorities.folder?.path
  }
}
