import Glibc
import Model
import Platform

/// The reason why a request has no response.
///
/// The texts contain no secrets.
package enum HTTPError: Error, Equatable, Sendable {
  /// The phase that took too long.
  package enum Phase: Equatable, Sendable {
    /// Resolving the name, connecting, or negotiating encryption.
    case connecting
    /// No bytes arrived for some time.
    case stalled
    /// The whole request, including retries.
    case deadline
  }

  case cancelled
  /// libcurl is missing; `reason` is the dynamic loader's.
  case missingLibrary(reason: String)
  case unresolvedHost(String)
  case connectionRefused(host: String)
  /// The connection broke before the response was complete.
  case connectionLost(host: String)
  case timedOut(host: String, Phase)
  /// The encryption was rejected.
  case insecure(host: String, reason: String)
  /// The server's certificate was rejected.
  ///
  /// `authorities` contains the paths of the trusted certificates.
  case certificate(host: String, CertificateFault, authorities: [String])
  case proxy(reason: String)
  /// The URL is invalid or not permitted; secrets in it are replaced.
  case refusedURL(String)
  case tooManyRedirects(host: String)
  /// The body is larger than the request's limit in bytes.
  case tooLarge(limit: Int)
  /// Fewer bytes arrived than were announced.
  case truncated(host: String)
  /// The file of a download couldn't be written; `code` is an `errno`.
  case file(path: String, code: Int32)
  /// Another failure; `code` is libcurl's.
  case transfer(host: String, code: Int, reason: String)
}

extension HTTPError {
  /// The error as the cause of a problem.
  ///
  /// `cancelled` becomes a failed transfer, because the caller that cancelled doesn't show it.
  package var cause: Problem.Cause {
    switch self {
    case .cancelled: .transfer(host: "", reason: "cancelled")
    case .missingLibrary(let reason): .missingLibrary(name: "libcurl", reason: reason)
    case .unresolvedHost(let host): .unresolvedHost(host)
    case .connectionRefused(let host): .connectionRefused(host: host)
    case .connectionLost(let host), .truncated(let host): .connectionLost(host: host)
    case .timedOut(let host, _): .timedOut(host: host)
    case .insecure(let host, let reason): .insecure(host: host, reason: reason)
    case .certificate(let host, let fault, let authorities):
      .certificate(host: host, fault, authorities: authorities)
    case .proxy(let reason): .proxy(reason: reason)
    case .refusedURL(let url): .refusedAddress(url)
    case .tooManyRedirects(let host): .transfer(host: host, reason: "too many redirects")
    case .tooLarge(let limit): .tooLarge(limit: limit)
    case .file(let path, ENOSPC) where Folder.isOutOfFiles(at: path): .noMoreFiles(path: path)
    case .file(let path, ENOSPC), .file(let path, EDQUOT): .diskFull(path: path)
    case .file(let path, EACCES), .file(let path, EPERM): .notPermitted(path: path)
    case .file(let path, EROFS): .readOnly(path: path)
    case .file(let path, let code): .disk(path: path, reason: String(cString: strerror(code)))
    case .transfer(let host, _, let reason): .transfer(host: host, reason: reason)
    }
  }
}
