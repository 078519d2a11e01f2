import DemoServer
import Glibc
import Imaging
import Localization
import Model
import Runtime
import Terminal

// What the parts' errors are to the person at the command line.

extension ImagingError {
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

extension TerminalError {
  var message: CommandLineMessage {
    switch self {
    case .notATerminal: .notATerminal
    case .unknownTerminal(let name): .unknownTerminal(name.isEmpty ? nil : name)
    case .device(let reason): .fileNotReadable(path: "/dev/tty", reason: reason)
    }
  }
}

extension DemoHosting.Failure {
  var message: CommandLineMessage {
    switch self {
    case .dataNotFound(let places): .dataNotFound(searched: places)
    case .server(.port(let port, _)): .portBusy(Int(port))
    case .server(.fault(let text)): .badFault(text)
    case .server(.missingLibrary(let reason)):
      .problem(Problem(.demo, .missingLibrary(name: "libmicrohttpd", reason: reason)))
    case .server(let error): .fileNotReadable(path: "demo", reason: "\(error)")
    }
  }
}
