import Catalogue
import FoundationEssentials
import Glibc
import Model
import ServiceAPI
import Settings
import Storage

/// What a shell can offer for words of a command line: what is cached, without a request.
package struct CompletionSource {
  private let store: Store
  private let account: String
  private let service: ServiceID

  /// Words that a shell is given at most.
  private static let limit = 500

  /// - Parameter arguments: the words of the command line.
  /// - Returns: nil where nothing is cached, or the configuration makes no sense.
  package init?(arguments: [String], environment: [String: String]) {
    func value(of option: String) -> String? {
      for (index, word) in arguments.enumerated() {
        if word == option, index + 1 < arguments.count { return arguments[index + 1] }
        if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
      }
      return nil
    }
    let xdg = XDG(environment: environment)
    // It would be created.
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
    let setup = arguments.contains("--demo") ? entry.demo("", sections) : entry.setup(sections)
    let now = Date.now.timeIntervalSince1970
    guard
      let opening = try? Store.open(
        path: xdg.databaseFile,
        now: now,
        lockTimeout: .milliseconds(200)
      )
    else { return nil }
    store = opening.store
    account = setup.account
    service = setup.description.id
  }

  /// Ids of photographs; those that begin with a dash only where one has been typed.
  package func photoIDs(beginningWith prefix: String) -> [String] {
    let ids = try? store.photoIDs(
      beginningWith: prefix,
      of: account,
      service: service,
      limit: Self.limit
    )
    return safe(ids).filter { !$0.hasPrefix("-") || prefix.hasPrefix("-") }
  }

  package var usernames: [String] {
    safe(try? store.usernames(of: account, limit: Self.limit))
  }

  /// Names of topics (albums) or collections.
  package func names(of kind: ListID.Kind) -> [String] {
    safe(try? store.names(of: kind, account: account, limit: Self.limit)).filter {
      !$0.hasPrefix("-")
    }
  }

  /// What a service sent is put into a shell's line: plain words alone.
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
