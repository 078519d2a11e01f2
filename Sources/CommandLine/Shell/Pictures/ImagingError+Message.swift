import Glibc
import Imaging
import Localization

extension ImagingError {
  /// Returns the failure of a command that can't show a picture.
  func failure(_ path: String) -> ShellMessage {
    let isMissing =
      if case .file(_, let code) = self { [ENOENT, ENOTDIR].contains(code) } else { false }
    return .picture(message(path), isMissing: isMissing)
  }

  /// Returns the message for the command line.
  func message(_ path: String) -> CommandLineMessage {
    switch self {
    case .file(_, ENXIO): .fileNotReadable(path: path, reason: "not a file, - reads pipes")
    case .file(_, let code): .fileNotReadable(path: path, reason: String(cString: strerror(code)))
    case .tooLarge(let pixels):
      .pictureTooLarge(path: path, megapixels: (pixels + 999_999) / 1_000_000)
    case .unsupported(let format): .unsupportedPicture(path: path, format: format.rawValue)
    case .truncated, .corrupt: .damagedPicture(path: path)
    case .notAJPEG, .badBlurHash, .badSize: .notAPicture(path: path)
    }
  }
}
