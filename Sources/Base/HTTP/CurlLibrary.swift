import CCurl

/// The functions of libcurl, loaded at first use.
///
/// libcurl and the thirty libraries it depends on take half the time and a third of the memory of a
/// launch. Commands that never send a request run without them.
struct CurlLibrary: @unchecked Sendable {  // the table never changes once it is loaded
  /// The functions, under their names without the prefix `curl_`; `nil` if libcurl can't be loaded.
  ///
  /// The first access to this or to `failure` loads libcurl.
  static var functions: ccurl_functions? { shared.functions }

  /// The dynamic loader's reason why libcurl can't be loaded; `nil` if it is loaded.
  static var failure: String? { shared.failure }

  private static let shared = CurlLibrary()

  private let functions: ccurl_functions?
  private let failure: String?

  private init() {
    var failure: UnsafePointer<CChar>?
    functions = ccurl_load(&failure)?.pointee
    self.failure = failure.map { String(cString: $0) }
  }
}
