extension HTTPRequest {
  /// Returns the request that a redirect leads to; `nil` if the response isn't a redirect.
  ///
  /// The rules are here instead of in libcurl, which doesn't know that plain HTTP is allowed for
  /// this computer only. The token isn't sent to another origin.
  ///
  /// - Throws: `refusedURL` for a URL that isn't allowed, and for another origin if the request has
  ///   a body, which may contain a secret.
  package func redirected(by response: HTTPResponse) throws(HTTPError) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.header("Location"),
      let origin = WebAddress(url)
    else { return nil }
    guard let target = origin.resolving(location), target.isAllowed, origin.mayRedirect(to: target)
    else { throw .refusedURL(redacted(url: location)) }

    var next = self
    next.url = target.description
    // RFC 9110, 15.4: 307 and 308 repeat the method; 303 requests the result with GET. For 301 and
    // 302, every client changes POST to GET.
    if response.status == 303 || (response.status <= 302 && method == .post) {
      next.method = .get
      next.body = nil
      next.headers.removeAll { isSameFieldName($0.name, "Content-Type") }
    }
    if target.origin != origin.origin {
      next.authorization = nil
      guard next.body == nil else { throw .refusedURL(redacted(url: next.url)) }
    }
    return next
  }
}

extension WebAddress {
  /// Whether a server may redirect to another address.
  ///
  /// The scheme must stay or become https, and only this computer may redirect to itself.
  fileprivate func mayRedirect(to target: WebAddress) -> Bool {
    (target.scheme == scheme || target.scheme == "https") && (isLoopback || !target.isLoopback)
  }
}
