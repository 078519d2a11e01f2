import Catalogue
import FoundationEssentials
import Glibc
import Model
import ServiceAPI
import Settings
import Storage

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
    let isDemo = arguments.contains("--demo")
    let xdg = XDG(environment: environment, isDemo: isDemo)
    guard access(xdg.databaseFile, R_OK) == 0,
      var configuration = try? Configuration.load(
        path: value(of: "--config"),
        xdg: xdg,
        environment: environment,
        services: ServiceCatalogue.all
      )
    else { return nil }
    if let name = value(of: "--service"),
      let entry = configuration.services.first(where: { $0.description.id.name == name })
    {
      configuration.service = entry.description.id
    }
    let entry = configuration.entry
    let sections = configuration.sections
    let setup = isDemo ? entry.demo("", sections) : entry.setup(sections)
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
