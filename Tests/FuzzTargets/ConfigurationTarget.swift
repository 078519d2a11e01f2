import Catalogue
import HTTP
import Model
import Platform
import Settings
import Unsplash

/// The text of a `config.toml`.
final class ConfigurationTarget: FuzzTarget {
  private static let xdg = XDG(environment: ["HOME": "/nowhere"])

  private let file: MemoryFile

  init() throws { file = try MemoryFile("config.toml") }

  func run(_ input: [UInt8]) throws(Finding) {
    file.replace(with: input)
    let first = outcome()
    try promise(outcome() == first, "a file means the same each time")
    switch first {
    case .success(let configuration): try check(configuration)
    case .failure(let problem):
      try check(problem, lines: input.count { $0 == UInt8(ascii: "\n") } + 1)
    }
  }

  private func outcome() -> Result<Configuration, Problem> {
    do throws(Problem) {
      let path = "/proc/self/fd/\(file.descriptor)"
      return .success(
        try Configuration.load(
          path: path,
          xdg: Self.xdg,
          environment: [:],
          services: ServiceCatalogue.all
        )
      )
    } catch {
      return .failure(error)
    }
  }

  private func check(_ configuration: Configuration) throws(Finding) {
    try promise((1...65_535).contains(configuration.preferences.redirectPort), "a port is one")
    try promise((0...1_048_576).contains(configuration.pictureCache), "a cache fits a disk")
    try promise(
      (1...8).contains(configuration.preferences.downloadsAtOnce),
      "few downloads run at a time"
    )
    let unsplash = configuration.sections.unsplash
    for url in [unsplash.apiURL, unsplash.webURL] {
      let address = WebAddress(url)
      try promise(address?.isAllowed ?? false, "a service has an address: \(url)")
      try promise(!url.hasSuffix("/"), "a service's address has no slash at the end: \(url)")
    }
    if let pictures = configuration.pictures {
      try promise(pictures.hasPrefix("/"), "a folder has a whole path: \(pictures)")
    }
    for binding in configuration.keys.bindings {
      try promise(binding.command.line > 0, "a command stands on a line")
      try promise(binding.keys.allSatisfy { $0.line > 0 }, "a key stands on a line")
    }
    for command in configuration.preferences.shareCommands {
      try promise(!command.program.isEmpty, "a command has a program")
    }
  }

  private func check(_ problem: Problem, lines: Int) throws(Finding) {
    switch problem.cause {
    case .configurationSyntax(_, let line, _), .configurationKey(_, _, let line),
      .configurationType(_, _, let line, _):
      try promise((1...lines + 1).contains(line), "a mistake stands on a line: \(line) of \(lines)")
    default: throw Finding("a file that can be read has mistakes of its own: \(problem)")
    }
  }
}
