import CCurl
import Model

extension CurlTransfer {
  /// Returns the error of this request for an error code of libcurl.
  func failure(_ code: CURLcode) -> HTTPError {
    if let refusal { return refusal }
    let host = address.host
    let reason =
      errorText.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
      ?? CurlLibrary.functions?.easy_strerror(code).map { String(cString: $0) } ?? ""
    // A proxy responds, if at all, before the server is reached.
    let proxyStatus = number(CURLINFO_HTTP_CONNECTCODE)
    if proxyStatus != 0, !(200...299).contains(proxyStatus) { return .proxy(reason: reason) }

    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: return .unresolvedHost(host)
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxy(reason: reason)
    case CURLE_COULDNT_CONNECT: return .unconnected(host, reason: reason)
    // libcurl itself only limits the time for connecting.
    case CURLE_OPERATION_TIMEDOUT: return .timedOut(host: host, .connecting)
    case CURLE_PARTIAL_FILE: return .truncated(host: host)
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return .connectionLost(host: host)
    case CURLE_SSL_CONNECT_ERROR where reason.contains("SSL_ERROR_SYSCALL"):
      // The connection broke during the handshake; libcurl didn't judge it insecure.
      return .connectionLost(host: host)
    case CURLE_PEER_FAILED_VERIFICATION:
      return .certificate(
        host: host,
        CertificateFault(reason, code: number(CURLINFO_SSL_VERIFYRESULT)),
        authorities: authorities
      )
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT,
      CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED:
      return .insecure(host: host, reason: reason)
    case CURLE_FILESIZE_EXCEEDED: return .tooLarge(limit: request.bodyLimit)
    case CURLE_URL_MALFORMAT:
      return .refusedURL(redacted(url: request.url))
    default: return .transfer(host: host, code: Int(code.rawValue), reason: reason)
    }
  }
}

extension HTTPError {
  /// Returns the error of a connection that libcurl couldn't open.
  ///
  /// Older versions of libcurl name the host that they couldn't reach: the request's host or the
  /// proxy. Newer ones name the request's host, and the proxy after `via`.
  ///
  /// - Parameters:
  ///   - host: The request's host.
  ///   - reason: libcurl's message.
  package static func unconnected(_ host: String, reason: String) -> HTTPError {
    let isProxy =
      if let match = reason.firstMatch(of: /connect to (\S+) port \d+( via )?/) {
        match.2 != nil || match.1.lowercased() != host.lowercased()
      } else {
        !reason.contains(host)
      }
    return isProxy ? .proxy(reason: reason) : .connectionRefused(host: host)
  }
}

extension CertificateFault {
  /// Creates the fault from an error of libcurl.
  ///
  /// - Parameters:
  ///   - reason: libcurl's message.
  ///   - code: OpenSSL's `X509_V_ERR` code; ignored if libcurl uses another TLS library.
  init(_ reason: String, code: Int) {
    // Only messages from OpenSSL have this prefix.
    guard reason.hasPrefix("SSL certificate problem: ") else {
      self = reason.contains("subject name") ? .otherHost : .other(reason)
      return
    }
    self =
      switch code {
      case 2, 19, 20, 21: .unknownAuthority
      case 9: .notYetValid
      case 10: .expired
      case 18: .selfSigned
      default: .other(reason)
      }
  }
}
