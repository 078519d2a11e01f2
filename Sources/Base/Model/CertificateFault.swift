/// The reason why a server's certificate was rejected.
package enum CertificateFault: Equatable, Sendable {
  case expired, notYetValid
  /// The certificate isn't signed by a trusted authority.
  case unknownAuthority
  /// The certificate is signed with its own key and isn't trusted.
  case selfSigned
  /// The certificate belongs to another host.
  case otherHost
  /// Another reason; the text is from libcurl.
  case other(String)
}

/// The reason why trusted certificates can't be used.
package enum AuthoritiesFault: Equatable, Sendable {
  /// The file or folder can't be read; `reason` is the system's error text.
  case unreadable(reason: String)
  /// The file contains no certificate in PEM format.
  case noCertificate
  /// The folder contains no file named by a hash, as `openssl rehash` names them.
  case noHashedName
}
