import FoundationEssentials
import Glibc
import Localization
import Model
import ServiceAPI

/// The photos of the arguments and standard input, without duplicates and in order.
///
/// An argument or line that names no photo is reported and omitted.
struct PhotoIDList: Sendable {
  /// The photos of a service.
  struct Group: Equatable, Sendable {
    /// The service that links or JSON name; `nil` for the service in use.
    let service: ServiceID?
    /// IDs, or names that `CommandContext.resolved` replaces.
    var ids: [String]
  }

  private(set) var groups: [Group] = []
  /// `usage` if an argument or line was omitted, otherwise `done`.
  private(set) var status = CommandStatus.done

  var ids: [String] { groups.flatMap(\.ids) }

  /// The maximum number of IDs, far more than any list has.
  private static let maxIDs = 200_000
  /// The maximum size of a JSON array on standard input in bytes.
  private static let arrayLimit = 64 << 20

  private var seen: Set<PhotoArgument> = []
  private let links: Links

  /// Reads the photos.
  ///
  /// If standard input has none, says so on a terminal and ends the process. Ends it with a message
  /// if there are too many.
  ///
  /// - Parameters:
  ///   - arguments: Photos in the forms of `PhotoArgument`; `-` reads standard input: lines, or a
  ///     JSON array.
  ///   - separator: The end of a line.
  init(_ arguments: [String], _ source: SourceOptions, separator: UInt8 = UInt8(ascii: "\n")) {
    links = Links(source.values)
    let texts = source.texts()
    for argument in arguments {
      guard argument == "-" else {
        add(argument, texts)
        continue
      }
      // Signals end the process until all lines are read.
      CommandRun.interruptibly { read(.current, separator, texts) }
    }
    guard groups.isEmpty else { return }
    if status == .done { Output.printNothingFound(texts) }
    _exit(status.rawValue)
  }

  private mutating func read(_ input: StandardInput, _ separator: UInt8, _ texts: Texts) {
    guard input.begins(with: "[") else {
      input.lines(atMost: PhotoArgument.lineLimit, separator) { add($0, texts) }
      return
    }
    let bytes = input.all(atMost: Self.arrayLimit + 1)
    guard bytes.count <= Self.arrayLimit else { Output.fail(.tooManyIDs(Self.maxIDs), texts) }
    guard let photos = try? JSONDecoder().decode([PhotoArgument].self, from: Data(bytes)) else {
      return reject(String(decoding: bytes.prefix(40), as: UTF8.self), texts)
    }
    for photo in photos { add(photo, texts) }
  }

  private mutating func add(_ line: String, _ texts: Texts) {
    if let photo = PhotoArgument(line) { return add(photo, texts) }
    switch links.target(of: line) {
    case (.photo(let id), _)?:
      add(PhotoArgument(id: id.value, service: id.service), texts)
    case (.lookup(let name), let setup)?:
      let id = PhotoArgument.namePrefix + name
      add(PhotoArgument(id: id, service: setup.description.id), texts)
    case (let target, let setup)?:
      var texts = texts
      texts.hasAlbums = setup.description.hasAlbums
      Output.printError(.wrongLink(line, target.kind, wanted: .photo), texts)
      status = .usage
    case nil: reject(line, texts)
    }
  }

  private mutating func reject(_ text: String, _ texts: Texts) {
    let isLink = text.contains("/")
    Output.printError(isLink ? .notALink(text, wanted: .photo) : .notAnID(text), texts)
    status = .usage
  }

  private mutating func add(_ photo: PhotoArgument, _ texts: Texts) {
    var photo = photo
    if let service = photo.service, links.isUsed(service) { photo.service = nil }
    guard seen.insert(photo).inserted else { return }
    guard seen.count <= Self.maxIDs else { Output.fail(.tooManyIDs(Self.maxIDs), texts) }
    if let index = groups.firstIndex(where: { $0.service == photo.service }) {
      groups[index].ids.append(photo.id)
    } else {
      groups.append(Group(service: photo.service, ids: [photo.id]))
    }
  }
}
