import CCurl

/// libcurl, which is loaded when it is first needed.
///
/// It and the thirty libraries behind it are half the time and a third of the memory of a start;
/// what never sends a request does without them.
enum CurlLibrary {
  /// Why there is no libcurl, in the dynamic loader's words; nil when it is loaded.
  ///
  /// Asking loads it. Its functions end the program when there is none, so whatever may be the
  /// first to call one asks here before.
  static let failure = ccurl_load().map { String(cString: $0) }
}
