import Catalogue
import Glibc
import Localization
import Model
import Runtime
import ServiceAPI
import Settings

/// The links to the websites of all services.
struct Links: Sendable {
  private let configuration: Configuration?
  private let isDemo: Bool

  /// Reads the configuration.
  ///
  /// The command reports an invalid one when it begins.
  init(_ options: Program.Options) {
    configuration = try? options.configuration(ThisProcess.environment)
    isDemo = options.isDemo
  }

  /// Whether the configuration is valid; otherwise no link is known.
  var isReadable: Bool { configuration != nil }

  /// Whether a service is the one in use.
  func isUsed(_ service: ServiceID) -> Bool { service == configuration?.entry.description.id }

  /// Returns the photo or list that a link leads to, and its service; `nil` if the text is no such
  /// link.
  ///
  /// A text without a slash, such as an ID, is looked up only for the service in use.
  func target(of text: String) -> (target: AddressTarget, setup: ServiceSetup)? {
    guard let configuration else { return nil }
    let others = text.contains("/") ? configuration.otherEntries : []
    for entry in [configuration.entry] + others {
      let setup = demo(entry, text) ?? entry.setup(configuration.sections)
      if let target = setup.target(text) { return (target, setup) }
    }
    return nil
  }

  /// Whether an argument is a file: it has a slash or a dot, and is no link.
  static func isFile(_ argument: String, _ source: SourceOptions) -> Bool {
    guard argument != "-", argument.contains("/") || argument.contains(".") else { return false }
    return access(argument, F_OK) == 0
      || !argument.contains("://") && Links(source.values).target(of: argument) == nil
  }

  /// Sets up the demo at the origin of a link, because each demo has another port.
  ///
  /// `nil` without the demo.
  private func demo(_ entry: ServiceEntry, _ text: String) -> ServiceSetup? {
    guard isDemo, let demo = entry.demo else { return nil }
    let address = PlainAddress(text)
    let origin = address?.isLoopback == true ? address?.origin : nil
    return demo(origin ?? "", configuration?.sections ?? ServiceSections())
  }
}

extension SourceOptions {
  /// Returns the list of a name, or of a link, whose service is used from now on.
  ///
  /// Ends the process with a message for a link to something else.
  mutating func list(_ name: ListName, _ kind: ListID.Kind) -> ListID {
    guard name.isLink else { return ListID(kind, name: name.text) }
    var texts = texts()
    let links = Links(values)
    guard links.isReadable else { return ListID(kind, name: name.text) }
    guard let (target, setup) = links.target(of: name.text) else {
      Output.fail(.notALink(name.text, wanted: .list(kind)), texts)
    }
    service = setup.description.id
    texts.hasAlbums = setup.description.hasAlbums
    switch target {
    case .list(let list) where list.kind == kind: return list
    case .list(.photographer(let name)) where kind == .likes: return .likes(of: name)
    case .list(.likes(let name)) where kind == .photographer: return .likes(of: name)
    default: Output.fail(.wrongLink(name.text, target.kind, wanted: .list(kind)), texts)
    }
  }
}

extension AddressTarget {
  /// The kind of the target, for messages.
  var kind: LinkKind {
    switch self {
    case .photo, .lookup: .photo
    case .list(let list): .list(list.kind)
    }
  }
}
