import Accounts
import HTTP
import Imaging
import Localization
import Platform
import Terminal

/// The program's version, its commit and the libraries it found.
package struct BuildReport {
  package init() {}

  /// The program's name and version, with the commit if it is known.
  var name: String { "imagefeed " + Build.version + (Build.commit.map { " (\($0))" } ?? "") }

  /// Returns one line for `imagefeed --version`.
  package func line(_ texts: Texts) -> String {
    ([name] + Self.libraries(texts)).joined(separator: ", ")
  }

  /// Returns the names and versions of the libraries.
  ///
  /// Loads the libraries that are otherwise loaded at first use.
  static func libraries(_ texts: Texts) -> [String] {
    func line(_ name: String, _ version: String?) -> String {
      version.map { "\(name) \($0)" } ?? "\(name): \(texts.doctor(.notFound))"
    }
    // libcurl's version string continues with the libraries it was built with.
    let curl = CurlTransport.curlVersion?.split(separator: " ").first?.split(separator: "/").last
    return [
      line("libcurl", curl.map(String.init)),
      line("libmicrohttpd", SignInFlow.libraryVersion),
      line("liblcms2", ColorConversion.libraryVersion),
      Terminal.ncursesVersion,
      QREncoder.qrencodeVersion,
    ]
  }
}
