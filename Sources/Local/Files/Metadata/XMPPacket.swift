import Canvas
import Model

/// The XMP of a credit (ISO 16684-1), as a new packet or merged into an existing one.
package struct XMPPacket: Equatable, Sendable {
  /// A property, named with the prefix of its namespace.
  private struct Property: Equatable {
    enum Kind {
      case text
      /// An ordered list with one item.
      case list
      /// A text in the default language.
      case localized
      /// The URL of a resource.
      case resource
    }

    let name: String
    let kind: Kind
    let value: String
  }

  private static let namespaces = [
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
    "cc": "http://creativecommons.org/ns#",
  ]

  /// The element with the descriptions.
  private static let list = "rdf:RDF"

  private let properties: [Property]

  /// Creates the packet of a photo of a service.
  ///
  /// A local photo has no page, and no service whose licence could apply. A photo with its own
  /// licence, or of a service without a page for its licence, refers to its page.
  package init(of photo: Photo, _ service: ServiceDescription) {
    func text(_ texts: String?..., limit: Int = 500) -> String? {
      let visible = texts.compactMap(\.self).first { !TextSanitizer.line($0).isEmpty }
      let text = visible.map { TextSanitizer.copied($0, limit: limit) } ?? ""
      return text.contains { !$0.isWhitespace } ? text : nil
    }
    let credit = Credit(of: photo, service) { text($0) ?? "" }
    let author = credit.author.isEmpty ? "?" : credit.author
    let isLocal = photo.isLocal
    let page = isLocal ? nil : photo.pageURL?.text
    let all: [(String, Property.Kind, String?)] = [
      ("dc:creator", .list, author),
      ("dc:title", .localized, credit.title ?? text(photo.description, photo.altDescription)),
      (
        "dc:description", .localized,
        text(photo.altDescription, photo.description, limit: 2_000)
      ),
      (
        "dc:identifier", .text,
        (isLocal ? "demo" : service.id.name) + ":" + (text(photo.id.value) ?? "?")
      ),
      ("dc:source", .text, page),
      (
        "photoshop:Credit", .text,
        credit.line(site: isLocal ? nil : credit.site, hasLicense: false) {
          $0 == .author ? author : $1
        }
      ),
      ("xmpRights:WebStatement", .text, isLocal ? nil : credit.licensePage?.text ?? page),
      ("xmpRights:UsageTerms", .localized, credit.license),
      ("cc:license", .resource, credit.page(of: .license)?.text),
    ]
    properties = all.compactMap { name, kind, value in
      value.map { Property(name: name, kind: kind, value: $0) }
    }
  }

  /// The packet for a file without XMP.
  var text: String {
    "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
      + "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
      + "<\(Self.list) xmlns:rdf=\"\(Self.namespaces["rdf"] ?? "")\">\n"
      + Self.element(properties, about: "") + "</\(Self.list)>"
      + "\n</x:xmpmeta>\n<?xpacket end=\"w\"?>"
  }

  /// Returns an existing packet with its missing properties added.
  ///
  /// The packet doesn't grow as long as it has padding, the white space before its end.
  ///
  /// - Throws: `metadata` if the packet can't be parsed, or has unusual names or more than one
  ///   resource.
  func merged(into packet: String) throws(CreditFault) -> String {
    // Comments, CDATA sections and declarations aren't tags, so the packet isn't parsed.
    guard let content = XMPTags(packet), Self.hasUsualNamespaces(content.tags) else {
      throw .metadata
    }
    let lists = content.tags.filter { $0.name == Self.list }
    guard lists.map(\.kind) == [.start, .end], let subject = Self.subject(of: content.tags) else {
      throw .metadata
    }
    let names = Self.propertyNames(in: content.tags, below: lists[0].depth)
    let missing = properties.filter { !names.contains($0.name) }
    guard !missing.isEmpty else { return packet }
    let bytes = Array(packet.utf8)
    let added = Self.element(missing, about: XML.escaped(subject)).utf8
    let padding = content.end.map { Self.padding(before: $0, in: bytes) } ?? 0..<0
    // One byte remains, such as the line break.
    let used = min(added.count, max(0, padding.count - 1))
    let insertionOffset = lists[1].start
    guard used > 0, padding.lowerBound >= insertionOffset else {
      return String(
        decoding: bytes[..<insertionOffset] + added + bytes[insertionOffset...],
        as: UTF8.self
      )
    }
    return String(
      decoding: bytes[..<insertionOffset] + added + bytes[insertionOffset..<padding.lowerBound]
        + bytes[(padding.lowerBound + used)...],
      as: UTF8.self
    )
  }

  /// Returns the white space before the end of the packet.
  private static func padding(before end: Int, in bytes: [UInt8]) -> Range<Int> {
    let text = bytes[..<end].lastIndex { !XMPTags.isSpace($0) }
    return (text.map { $0 + 1 } ?? 0)..<end
  }

  /// Returns the names of the packet's properties, which are elements or attributes.
  ///
  /// - Parameter depth: The depth of the list of descriptions.
  private static func propertyNames(in tags: [XMPTags.Tag], below depth: Int) -> Set<String> {
    var names: Set<String> = []
    for tag in tags {
      if tag.depth == depth + 1 { names.formUnion(tag.attributes.keys) }
      if tag.depth == depth + 2 { names.insert(tag.name) }
    }
    return names
  }

  /// Returns a description element that declares the namespaces of its properties.
  private static func element(_ properties: [Property], about: String) -> String {
    let prefixes = ["dc", "photoshop", "xmpRights", "cc"].filter { prefix in
      properties.contains { $0.name.hasPrefix(prefix + ":") }
    }
    let declared = prefixes.map { " xmlns:\($0)=\"\(namespaces[$0] ?? "")\"" }.joined()
    let lines = properties.map { property in
      let value = XML.escaped(property.value)
      if property.kind == .resource { return "<\(property.name) rdf:resource=\"\(value)\"/>\n" }
      let content =
        switch property.kind {
        case .text, .resource: value
        case .list: "<rdf:Seq><rdf:li>\(value)</rdf:li></rdf:Seq>"
        case .localized: "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(value)</rdf:li></rdf:Alt>"
        }
      return "<\(property.name)>\(content)</\(property.name)>\n"
    }
    return "<rdf:Description rdf:about=\"\(about)\"\(declared)>\n" + lines.joined()
      + "</rdf:Description>\n"
  }

  /// Whether the known prefixes and namespaces are declared only in their usual combination.
  private static func hasUsualNamespaces(_ tags: [XMPTags.Tag]) -> Bool {
    var isDeclared = false
    for tag in tags {
      for (name, address) in tag.attributes where name == "xmlns" || name.hasPrefix("xmlns:") {
        let prefix = String(name.dropFirst("xmlns:".count))
        guard namespaces[prefix] == address || !isKnown(prefix, address) else { return false }
        if prefix == "rdf" { isDeclared = true }
      }
    }
    return isDeclared
  }

  private static func isKnown(_ prefix: String, _ address: String) -> Bool {
    namespaces[prefix] != nil || namespaces.values.contains(address)
  }

  /// Returns the resource that all descriptions of the packet are about; `nil` if they differ.
  private static func subject(of tags: [XMPTags.Tag]) -> String? {
    let found = Set(tags.compactMap { $0.attributes["rdf:about"] })
    return found.count > 1 ? nil : found.first ?? ""
  }
}
