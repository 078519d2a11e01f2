import CColor
import Platform

/// A conversion of pixels from the colours of a profile to sRGB, with Little CMS.
package final class ColorConversion: @unchecked Sendable {  // Little CMS only reads it.
  private let conversion: OpaquePointer

  /// The number of stored conversions.
  ///
  /// Creating one takes longer than converting a tile. One takes up to half a megabyte.
  private static let recentLimit = 4

  /// The last conversions, the newest last; `nil` for a profile that Little CMS rejected.
  private static let recent = Lock<[(profile: ICCProfile, conversion: ColorConversion?)]>([])

  /// The version of Little CMS, which is loaded if necessary; `nil` if it can't be loaded.
  package static var libraryVersion: String? {
    let version = ccolor_version()
    guard version > 0 else { return nil }
    return "\(version / 1000).\(version % 1000 / 10)"
  }

  /// Returns the conversion for a profile.
  ///
  /// - Returns: `nil` if the profile is damaged or Little CMS can't be loaded. The image is then
  ///   shown as if it had no profile.
  static func from(_ profile: ICCProfile) -> ColorConversion? {
    if let known = recent.withLock({ recent in recent.first { $0.profile == profile } }) {
      return known.conversion
    }
    let conversion = ColorConversion(profile)
    recent.withLock { recent in
      if recent.count == recentLimit { recent.removeFirst() }
      recent.append((profile, conversion))
    }
    return conversion
  }

  private init?(_ profile: ICCProfile) {
    guard ccolor_load() == nil,
      let conversion = ccolor_conversion_make(
        profile.bytes,
        UInt32(profile.bytes.count),
        profile.colors.pixels
      )
    else { return nil }
    self.conversion = conversion
  }

  deinit { ccolor_conversion_free(conversion) }

  /// Converts pixels in place.
  ///
  /// - Parameters:
  ///   - pixels: three bytes for each pixel, for CMYK four; afterwards three.
  ///   - count: the number of pixels.
  func convert(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    ccolor_convert(conversion, pixels, count)
  }
}

extension ICCProfile.Colors {
  fileprivate var pixels: ccolor_pixels {
    switch self {
    case .gray: CCOLOR_GRAY
    case .rgb: CCOLOR_RGB
    case .cmyk: CCOLOR_CMYK
    }
  }
}

extension ICCProfile {
  /// The maximum number of bytes for the profile, its tables in Little CMS and its conversion.
  ///
  /// A table of 8-bit numbers is stored in 16 bits, three times while a conversion is created.
  var memory: Int { bytes.count * 8 + 1 << 20 }
}

extension JPEGHeader {
  /// The conversion of the image's colours; `nil` if it isn't needed or impossible.
  var conversion: ColorConversion? { profile.flatMap(ColorConversion.from) }
}
