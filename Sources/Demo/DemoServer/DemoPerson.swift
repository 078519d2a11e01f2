/// A user of the service: a photographer, the visitor who signs in, or the sponsor.
struct DemoPerson: Sendable {
  let index: Int
  let username: String
  let name: String
  let bio: String?
  let location: String?
  let portfolio: String?
  /// The index of the original that the profile picture is cropped from.
  let avatar: Int
  /// The indices of this user's originals.
  let sources: [Int]

  var id: String { "u" + String(1000 + index) + "-" + username.prefix(6) }
  var firstName: String {
    name.split(separator: " ", maxSplits: 1).first.map(String.init) ?? name
  }
  /// The last name; `nil` if the name is one word, as for one in ten users of the real service.
  var lastName: String? {
    let parts = name.split(separator: " ", maxSplits: 1)
    return parts.count > 1 ? String(parts[1]) : nil
  }

  /// Returns the photographers in the order of their first originals, then the visitor and the
  /// sponsor.
  static func all(of sources: [SourcePhoto]) -> [DemoPerson] {
    var people: [DemoPerson] = []
    for source in sources where !people.contains(where: { $0.name == source.author }) {
      let own = sources.indices.filter { sources[$0].author == source.author }
      people.append(photographer(people.count, own, sources))
    }
    people.append(
      DemoPerson(
        index: people.count,
        username: "demo",
        name: "Demo Visitor",
        bio: "Looks at photographs in a terminal.",
        location: "Localhost",
        portfolio: nil,
        avatar: sources.firstIndex { $0.file.contains("red-panda") } ?? 0,
        sources: []
      )
    )
    people.append(
      DemoPerson(
        index: people.count,
        username: "demo_sponsor",
        name: "Demo Sponsor",
        bio: nil,
        location: nil,
        portfolio: nil,
        avatar: 0,
        sources: []
      )
    )
    return people
  }

  /// Formats a licence for readers: "CC BY-SA 4.0", "public domain".
  private static func name(of license: String) -> String {
    guard !license.hasSuffix("Public-Domain") else { return "public domain" }
    let parts = license.split(separator: "-")
    guard parts.count > 2 else { return parts.joined(separator: " ") }
    return parts[0] + " " + parts[1..<(parts.count - 1)].joined(separator: "-") + " "
      + parts[parts.count - 1]
  }

  /// Creates a photographer.
  ///
  /// The texts contain only facts: the photos, their licence, their source.
  private static func photographer(
    _ index: Int,
    _ own: [Int],
    _ sources: [SourcePhoto]
  ) -> DemoPerson {
    let first = sources[own[0]]
    let titles = own.map { "“\(sources[$0].title.en)”" }.joined(separator: ", ")
    return DemoPerson(
      index: index,
      username: DemoContent.slug(first.author).split(separator: "-").joined(separator: "_"),
      name: first.author,
      bio: index % 5 == 3
        ? nil : "Photographer of \(titles).\r\nLicence: \(name(of: first.license))",
      location: index % 3 == 0 ? first.location?.country : nil,
      portfolio: first.sourceURL,
      avatar: own[0],
      sources: own
    )
  }
}
