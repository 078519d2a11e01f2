import HTTP
import Model

/// The addresses of Wikimedia's sites that lead to photos and lists.
enum CommonsAddress {
  /// Returns the target of a link or an ID; `nil` if the text is neither.
  ///
  /// - Parameter site: the base URL of Commons without a trailing slash.
  static func target(of text: String, site: String) -> AddressTarget? {
    let text = text.trimmingBlanks
    if isID(text) { return .photo(Photo.ID(service: .commons, value: text)) }
    if let name = name(text, after: "File:") { return .lookup(name) }
    let whole = text.contains("://") ? text : "https://" + text
    guard let address = PlainAddress(whole) else { return nil }
    let own = PlainAddress(site)
    let parts = address.rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first?.split(separator: "?", maxSplits: 1).first.map(String.init) ?? ""
    let query = URLQuery(
      parsing: String(parts.first?.split(separator: "?", maxSplits: 1).dropFirst().first ?? "")
    )
    switch address.host {
    case own?.host, "commons.wikimedia.org", "commons.m.wikimedia.org":
      return page(path, query)
    case "upload.wikimedia.org", "thumb.wikimedia.org": return file(path)
    case _ where address.host.hasSuffix(".wikipedia.org"):
      let media = parts.dropFirst().first.flatMap { title(String($0), after: "/media/File:") }
      return (media ?? title(path, after: "/wiki/File:")).map { .lookup($0) }
    default: return nil
    }
  }

  private static func isID(_ text: String) -> Bool {
    (1...12).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func page(_ path: String, _ query: URLQuery) -> AddressTarget? {
    if path == "/w/index.php" {
      if let id = query["curid"], isID(id) { return .photo(Photo.ID(service: .commons, value: id)) }
      // The query is decoded already.
      return query["title"].flatMap { name($0, after: "File:") }.map { .lookup($0) }
    }
    for prefix in ["/wiki/File:", "/wiki/Image:", "/wiki/Special:FilePath/"]
      + ["/wiki/Special:Redirect/file/"]
    {
      if let title = title(path, after: prefix) { return .lookup(title) }
    }
    for prefix in ["/entity/M", "/wiki/Special:EntityData/M", "/wiki/Special:Redirect/page/"]
    where path.hasPrefix(prefix) {
      let id = String(path.dropFirst(prefix.count))
      return isID(id) ? .photo(Photo.ID(service: .commons, value: id)) : nil
    }
    if let name = title(path, after: "/wiki/Category:") {
      return CommonsTopic.all.first { $0.category == name }.map { .list(.topic($0.slug)) }
    }
    for prefix in ["/wiki/User:", "/wiki/Special:ListFiles/", "/wiki/Special:Contributions/"] {
      if let name = title(path, after: prefix) { return .list(.photographer(userName(name))) }
    }
    return nil
  }

  /// Returns the file of an address of the picture servers.
  private static func file(_ path: String) -> AddressTarget? {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.starts(with: ["wikipedia", "commons"]) else { return nil }
    let rest = parts.dropFirst(2)
    let name = (rest.first == "thumb" ? rest.dropLast() : rest).last ?? ""
    // An old version leads to the file, whose name follows its time.
    let current =
      rest.prefix(2).contains("archive") ? name.drop { $0 != "!" }.dropFirst() : name[...]
    return rest.count < 3 ? nil : decoded(String(current)).map { .lookup($0) }
  }

  /// Returns the address of a wiki page.
  ///
  /// - Parameters:
  ///   - title: The title with its namespace, such as `File:Example.jpg`.
  ///   - site: the base URL of Commons without a trailing slash.
  static func page(_ title: String, site: String) -> WebPage? {
    let parts = title.replacing(" ", with: "_").split(separator: ":", maxSplits: 1)
      .map { percentEncoded(String($0)) }
    return WebPage(site + "/wiki/" + parts.joined(separator: ":"))
  }

  /// Returns the user that a link of a wiki page leads to.
  static func user(_ link: String) -> String? {
    let site = "commons.wikimedia.org"
    var rest = link
    for start in ["https:", "http:"] where rest.hasPrefix(start) { rest.removeFirst(start.count) }
    if rest.hasPrefix("//") {
      guard rest.hasPrefix("//" + site + "/") else { return nil }
      rest.removeFirst(2 + site.count)
    }
    if let name = title(rest, after: "/wiki/User:") { return userName(name) }
    guard rest.hasPrefix("/w/index.php?") else { return nil }
    let page = URLQuery(parsing: String(rest.dropFirst("/w/index.php?".count)))["title"]
    return page.flatMap { name($0, after: "User:") }.map(userName)
  }

  /// Returns the user of a page, which may be one of their subpages.
  private static func userName(_ page: String) -> String {
    page.split(separator: "/", maxSplits: 1).first.map(String.init) ?? page
  }

  /// Returns the title after a prefix of a path; `nil` if it is empty or impossible.
  private static func title(_ path: String, after prefix: String) -> String? {
    guard path.lowercased().hasPrefix(prefix.lowercased()) else { return nil }
    return decoded(String(path.dropFirst(prefix.count).prefix { $0 != "#" && $0 != "?" }))
  }

  /// Returns the title after a prefix of a text that isn't encoded.
  private static func name(_ text: String, after prefix: String) -> String? {
    text.lowercased().hasPrefix(prefix.lowercased())
      ? decoded(percentEncoded(String(text.dropFirst(prefix.count)))) : nil
  }

  /// Returns a name with a capital letter at its start, as the wiki has it.
  static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Returns a name, percent-decoded once, with blanks instead of underscores; `nil` if no page can
  /// have it.
  private static func decoded(_ name: String) -> String? {
    // A plus sign is itself in a path.
    let text = percentDecoded(name.replacing("+", with: "%2B")).replacing("_", with: " ")
      .trimmingBlanks
    let isPossible =
      !text.isEmpty && text.utf8.count <= 255
      && !text.contains { "#<>[]|{}\u{FFFD}".contains($0) }
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isPossible ? capitalized(text) : nil
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
