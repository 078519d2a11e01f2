import Model

/// The XMP of a credit (ISO 16684-1), as a new packet or merged into an existing one.
package struct XMPPacket {
  /// A property, named with the prefix of its namespace.
  private struct Property {
    enum Kind {
      case text
      /// An ordered list with one item.
      case list
      /// A text in the default language.
      case localized
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
  ]

  private static let end = "</rdf:RDF>"

  private let properties: [Property]

  package init(_ credit: PhotoCredit) {
    let all: [(String, Property.Kind, String?)] = [
      ("dc:creator", .list, credit.author),
      ("dc:title", .localized, credit.title),
      ("dc:description", .localized, credit.description),
      ("dc:identifier", .text, credit.identifier),
      ("dc:source", .text, credit.page),
      ("photoshop:Credit", .text, credit.line),
      ("xmpRights:WebStatement", .text, credit.licensePage),
      ("xmpRights:UsageTerms", .localized, credit.license),
    ]
    properties = all.compactMap { name, kind, value in
      value.map { Property(name: name, kind: kind, value: $0) }
    }
  }

  /// The packet for a file without XMP.
  var text: String {
    "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
      + "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
      + "<rdf:RDF xmlns:rdf=\"\(Self.namespaces["rdf"] ?? "")\">\n"
      + Self.element(properties, about: "") + Self.end
      + "\n</x:xmpmeta>\n<?xpacket end=\"w\"?>"
  }

  /// Returns an existing packet with its missing properties added.
  ///
  /// - Throws: `metadata` if the packet can't be parsed reliably by a text search.
  func merged(into packet: String) throws(CreditFault) -> String {
    // Comments, CDATA sections and declarations may contain text that only looks like elements.
    guard !packet.contains("<!") else { throw .metadata }
    let parts = packet.split(separator: Self.end, omittingEmptySubsequences: false)
    guard parts.count == 2, Self.hasUsualNamespaces(packet) else { throw .metadata }
    guard let about = Self.subject(of: packet) else { throw .metadata }
    let missing = properties.filter { !packet.contains($0.name) }
    guard !missing.isEmpty else { return packet }
    return parts[0] + Self.element(missing, about: about) + Self.end + parts[1]
  }

  /// Returns a description element that declares the namespaces of its properties.
  private static func element(_ properties: [Property], about: String) -> String {
    let prefixes = ["dc", "photoshop", "xmpRights"].filter { prefix in
      properties.contains { $0.name.hasPrefix(prefix + ":") }
    }
    let declared = prefixes.map { " xmlns:\($0)=\"\(namespaces[$0] ?? "")\"" }.joined()
    let lines = properties.map { property in
      let value = XML.escaped(property.value)
      let content =
        switch property.kind {
        case .text: value
        case .list: "<rdf:Seq><rdf:li>\(value)</rdf:li></rdf:Seq>"
        case .localized: "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(value)</rdf:li></rdf:Alt>"
        }
      return "<\(property.name)>\(content)</\(property.name)>\n"
    }
    return "<rdf:Description rdf:about=\"\(about)\"\(declared)>\n" + lines.joined()
      + "</rdf:Description>\n"
  }

  /// Whether the known prefixes and namespaces occur only in their usual combination.
  private static func hasUsualNamespaces(_ packet: String) -> Bool {
    var usual: [String: Int] = [:]
    for rest in packet.split(separator: "xmlns", omittingEmptySubsequences: false).dropFirst() {
      // `:dc="…"`, or `="…"` for the default namespace.
      guard let sign = rest.firstIndex(of: "=") else { return false }
      let prefix = rest[..<sign].filter { !$0.isWhitespace && $0 != ":" }
      guard prefix.allSatisfy({ $0.isLetter || $0.isNumber || "._-".contains($0) }) else {
        return false
      }
      let quoted = rest[rest.index(after: sign)...].drop { $0.isWhitespace }
      guard let quote = quoted.first, quote == "\"" || quote == "'" else { return false }
      let address = String(quoted.dropFirst().prefix { $0 != quote })
      if let expected = namespaces[prefix] {
        guard address == expected else { return false }
        usual[address, default: 0] += 1
      }
    }
    return usual[namespaces["rdf"] ?? ""] ?? 0 > 0
      && namespaces.values.allSatisfy { address in
        packet.split(separator: address, omittingEmptySubsequences: false).count - 1
          == usual[address] ?? 0
      }
  }

  /// Returns the resource that all descriptions of the packet are about.
  ///
  /// `nil` if they differ or can't be parsed.
  private static func subject(of packet: String) -> String? {
    var found: Set<String> = []
    for rest in packet.split(separator: "rdf:about", omittingEmptySubsequences: false).dropFirst() {
      let value = rest.drop { $0.isWhitespace || $0 == "=" }
      guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
      found.insert(String(value.dropFirst().prefix { $0 != quote }))
    }
    guard let subject = found.first else { return "" }
    return found.count == 1 && !subject.contains("\"") ? subject : nil
  }
}

/// The escaping of text in XML 1.0.
enum XML {
  /// Returns a text escaped for elements and attributes.
  ///
  /// Characters that XML can't contain are removed.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case "\t", "\n", "\r", "\u{20}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
        result.unicodeScalars.append(scalar)
      default: break
      }
    }
    return result
  }
}
