import DemoServer
import Localization
import Model
import Runtime
import Terminal

// The messages on the command line for errors of other parts.

extension TerminalError {
  var message: CommandLineMessage {
    switch self {
    case .notATerminal: .notATerminal
    case .unknownTerminal(let name): .unknownTerminal(name.isEmpty ? nil : name)
    case .device(let reason): .fileNotReadable(path: "/dev/tty", reason: reason)
    }
  }
}

extension DemoServerProgram.Failure {
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
