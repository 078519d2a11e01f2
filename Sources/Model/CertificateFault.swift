/// The reason why the certificate of a server was refused.
package enum CertificateFault: Equatable, Sendable {
  case expired, notYetValid
  /// No trusted authority has signed it.
  case unknownAuthority
  /// It is signed with its own key, and is not trusted itself.
  case selfSigned
  /// It belongs to another host.
  case otherHost
  /// Any other reason, in the library's words.
  case other(String)
}

/// The reason why trusted certificates can't be used.
package enum AuthoritiesFault: Equatable, Sendable {
  /// The reason is the system's.
  case unreadable(reason: String)
  /// The file has no certificate in PEM form.
  case noCertificate
  /// The folder has no file with the name of a hash, as `openssl rehash` makes them.
  case noHashedName
}
