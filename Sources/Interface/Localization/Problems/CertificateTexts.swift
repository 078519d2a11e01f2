import Model

extension Texts {
  /// Returns the reason why a server's certificate was rejected.
  func reason(_ fault: CertificateFault) -> String {
    switch fault {
    case .expired: say("it has expired", "срок его действия истёк")
    case .notYetValid: say("it isn't valid yet", "срок его действия ещё не начался")
    case .unknownAuthority:
      say("no trusted authority has signed it", "он не подписан ни одним доверенным центром")
    case .selfSigned: say("it is self-signed", "он самоподписанный")
    case .otherHost: say("it belongs to another host", "он выдан другому серверу")
    case .other(let reason): sentence(reason)
    }
  }

  /// Returns the reason why the trusted certificates can't be used.
  func reason(_ fault: AuthoritiesFault) -> String {
    switch fault {
    case .unreadable(let reason): knownReason(reason)
    case .noCertificate: say("no certificate in PEM form", "в файле нет сертификатов PEM")
    case .noHashedName:
      say(
        "no file is named by its hash",
        "нет файлов, названных по хешу"
      )
    }
  }

  /// Returns the paths that a certificate was checked with, in parentheses; empty if unknown.
  func checked(_ authorities: [String]) -> String {
    guard !authorities.isEmpty else { return "" }
    let paths = authorities.joined(separator: ", ")
    return say(" (checked with \(paths))", " (проверено по \(paths))")
  }
}
