import ArgumentParser
import Catalogue
import FoundationEssentials
import Glibc
import Model
import Runtime
import ServiceAPI
import Settings
import Storage

/// The values that shells offer for arguments, from the cache of this computer.
///
/// `CompletionScript` adds the names of files.
enum Completion {
  static let photos = CompletionKind.custom { words, _, prefix in
    source(words)?.photoIDs(beginningWith: prefix) ?? []
  }
  static let users = CompletionKind.custom { words, _, _ in source(words)?.usernames ?? [] }
  static let topics = CompletionKind.custom { words, _, _ in
    source(words)?.names(of: .topic) ?? []
  }
  static let collections = CompletionKind.custom { words, _, _ in
    source(words)?.names(of: .collection) ?? []
  }

  private static func source(_ words: [String]) -> CompletionSource? {
    CompletionSource(arguments: words, environment: ThisProcess.environment)
  }
}

/// The completions that a shell can offer from cached data, without a request.
struct CompletionSource {
  private let store: Store
  private let account: String
  private let service: ServiceID

  /// The maximum number of completions.
  private static let maxCompletions = 500

  /// Opens the cached data.
  ///
  /// - Parameter arguments: The words of the command line.
  /// - Returns: `nil` if no data is cached or the configuration is invalid.
  init?(arguments: [String], environment: [String: String]) {
    func value(of option: String) -> String? {
      for (index, word) in arguments.enumerated() {
        if word == option, index + 1 < arguments.count { return arguments[index + 1] }
        if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
      }
      return nil
    }
    var options = Program.Options()
    options.isDemo = arguments.contains(ProgramRun.demoFlag)
    options.configurationPath = value(of: "--config")
    options.service = value(of: "--service").flatMap { try? ServiceCatalogue.named($0) }
    let xdg = XDG(environment: environment, isDemo: options.isDemo)
    guard access(xdg.databaseFile, R_OK) == 0,
      let configuration = try? options.configuration(environment)
    else { return nil }
    let (entry, sections) = (configuration.entry, configuration.sections)
    let demo = options.isDemo ? entry.demo?("", sections) : nil
    let setup = demo ?? entry.setup(sections)
    let now = Date.now.timeIntervalSince1970
    guard
      let opening = try? Store.open(
        path: xdg.databaseFile,
        isReadOnly: true,
        now: now,
        lockTimeout: .milliseconds(200)
      )
    else { return nil }
    store = opening.store
    account = setup.account
    service = setup.description.id
  }

  /// Returns IDs of photos.
  ///
  /// IDs that begin with a dash are included only if a dash has been typed.
  func photoIDs(beginningWith prefix: String) -> [String] {
    let ids = try? store.photoIDs(
      beginningWith: prefix,
      of: account,
      service: service,
      limit: Self.maxCompletions
    )
    return safe(ids).filter { !$0.hasPrefix("-") || prefix.hasPrefix("-") }
  }

  var usernames: [String] {
    safe(try? store.usernames(of: account, limit: Self.maxCompletions))
  }

  /// Returns the names of topics (albums) or collections.
  func names(of kind: ListID.Kind) -> [String] {
    safe(try? store.names(of: kind, account: account, limit: Self.maxCompletions)).filter {
      !$0.hasPrefix("-")
    }
  }

  /// Returns only plain words.
  ///
  /// The service's data goes into a shell's command line and must not contain special characters.
  private func safe(_ words: [String]?) -> [String] {
    (words ?? []).filter { word in
      !word.isEmpty
        && word.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte) || byte == 0x5F || byte == 0x2D
        }
    }
  }
}
