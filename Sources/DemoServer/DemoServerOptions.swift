import Glibc
import Model

/// What the demo service is started with.
package struct DemoServerOptions: Sendable {
  /// The port on 127.0.0.1; 0 takes a free one.
  package var port: UInt16
  /// What the feed is made from: the same seed makes the same feed.
  package var seed: UInt64
  /// Photographs in the feed.
  package var photoCount: Int
  /// The folder with `photos.json` and the photographs it names.
  package var photosDirectory: String
  /// What goes wrong from the start; `/_demo/reset` comes back to it.
  package var faults: DemoFaults
  /// Calls of the API in a clock hour.
  package var hourlyLimit: Int
  /// Redirect addresses of the demo client, nil for any on loopback.
  ///
  /// Any, because the port is a setting of the application. The out-of-band one always works.
  package var redirectURIs: [String]?
  /// Whether codes are only issued for a challenge; one that is sent is checked in any case.
  package var requiresPKCE: Bool
  /// Bytes of finished pictures kept in memory; those not kept are made again in some 4 ms.
  package var pictureCache: Int
  /// Seconds since 1970.
  package var now: @Sendable () -> Double

  package init(
    port: UInt16 = 0,
    seed: UInt64 = 1,
    photoCount: Int = 2000,
    photosDirectory: String,
    faults: DemoFaults = .none,
    hourlyLimit: Int = 5000,
    redirectURIs: [String]? = nil,
    requiresPKCE: Bool = false,
    pictureCache: Int = 12 << 20,
    now: @escaping @Sendable () -> Double = { DemoServerOptions.clock() }
  ) {
    self.port = port
    self.seed = seed
    self.photoCount = photoCount
    self.photosDirectory = photosDirectory
    self.faults = faults
    self.hourlyLimit = hourlyLimit.clamped(to: SanityLimits.count)
    self.redirectURIs = redirectURIs
    self.requiresPKCE = requiresPKCE
    self.pictureCache = pictureCache
    self.now = now
  }

  /// The system's clock, in seconds since 1970.
  package static func clock() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Where a demo service answers.
package struct DemoAddress: Equatable, Sendable {
  package let port: UInt16
  /// API, website and image host in one: `http://127.0.0.1:PORT`.
  package var baseURL: String { "http://127.0.0.1:\(port)" }
}

/// The public client of the demo service.
package enum DemoClient {
  package static let accessKey = "demo-access-key"
  package static let secretKey = "demo-secret-key"
  package static let scopes = "public read_user write_likes"
}

/// Why a demo service cannot do what it was asked.
package enum DemoServerError: Error, Equatable, Sendable {
  /// The photographs are missing or not described.
  case photos(path: String)
  /// A file of the collection cannot be read or is no JPEG.
  case picture(path: String)
  /// The port is taken or not allowed.
  case port(UInt16, reason: String)
  /// libmicrohttpd cannot be loaded.
  case missingLibrary(reason: String)
  /// Not a fault this service knows.
  case fault(String)
  case alreadyStarted
  /// The service was stopped meanwhile.
  case stopped
}
