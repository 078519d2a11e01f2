extension HTTPRequest {
  /// The request a redirect asks for, or nil when the answer is none.
  ///
  /// libcurl is not left to follow redirects itself: it would not know that plain http is for this
  /// machine only, and what may travel along is decided in one readable place. Another origin gets
  /// neither the token nor a body, which may hold one too.
  package func redirected(by response: HTTPResponse) throws(HTTPError) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.header("Location"),
      let origin = WebAddress(url)
    else { return nil }
    guard let target = origin.resolving(location), target.isAllowed, origin.mayRedirect(to: target)
    else { throw .refusedURL(redacted(url: location)) }

    var next = self
    next.url = target.description
    // RFC 9110, 15.4: 307 and 308 repeat the method, as every client does 301 and 302 do not for
    // POST, and 303 asks for the result with GET.
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
  /// Returns whether a server here may send a request on to another address: the scheme stays or
  /// becomes https, and only this computer redirects to itself.
  fileprivate func mayRedirect(to target: WebAddress) -> Bool {
    (target.scheme == scheme || target.scheme == "https") && (isLoopback || !target.isLoopback)
  }
}
