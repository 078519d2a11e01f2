import Glibc
import Model

/// The options of the demo service.
package struct DemoServerOptions: Sendable {
  /// The port on 127.0.0.1; 0 selects a free one.
  package var port: UInt16
  /// The seed of the feed.
  ///
  /// Equal seeds produce equal feeds.
  package var seed: UInt64 = 1
  /// The number of photos in the feed.
  package var photoCount: Int
  /// The folder with `photos.json` and the photos it describes.
  package var photosDirectory: String
  /// The observer of the service; `nil` for none.
  package var observer: (any DemoObserver)?
  /// The maximum number of API calls per clock hour.
  package var hourlyLimit = 5000
  /// The redirect URIs of the demo client; `nil` accepts any on loopback.
  ///
  /// Any is the default, because the port is a setting of the application. The out-of-band URI is
  /// always accepted.
  package var redirectURIs: [String]?
  /// Whether a code requires a PKCE challenge.
  ///
  /// A challenge that was sent is always checked.
  package var requiresPKCE = false
  /// The size of the cache for finished images, in bytes.
  ///
  /// Rendering an image again takes about 4 ms.
  package var pictureCache = 12 << 20
  /// Returns the time in seconds since 1970.
  package var now: @Sendable () -> Double = { DemoServerOptions.clock() }

  package init(
    port: UInt16 = 0,
    photoCount: Int = 2000,
    photosDirectory: String,
    observer: (any DemoObserver)? = nil
  ) {
    self.port = port
    self.photoCount = photoCount
    self.photosDirectory = photosDirectory
    self.observer = observer
  }

  /// Returns the time of the system's clock in seconds since 1970.
  package static func clock() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The address of a running demo service.
package struct DemoAddress: Equatable, Sendable {
  package let port: UInt16
  /// The common base URL of API, website and image host: `http://127.0.0.1:PORT`.
  package var baseURL: String { "http://127.0.0.1:\(port)" }
}

/// The client of the demo service; its keys are public.
package enum DemoClient {
  package static let accessKey = "demo-access-key"
  package static let secretKey = "demo-secret-key"
  package static let scopes = "public read_user write_likes"
}

/// An error of the demo service.
package enum DemoServerError: Error, Equatable, Sendable {
  /// The photos or their descriptions are missing.
  case photos(path: String)
  /// A photo's file can't be read or isn't a JPEG.
  case picture(path: String)
  /// The port is in use or not permitted.
  case port(UInt16, reason: String)
  /// libmicrohttpd can't be loaded.
  case missingLibrary(reason: String)
  /// The text isn't a known fault.
  case fault(String)
  case alreadyStarted
  /// The service was stopped during the work.
  case stopped
}
