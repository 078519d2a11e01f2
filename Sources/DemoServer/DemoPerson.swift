/// A person of the service: the photographers, the one who signs in, and a sponsor.
struct DemoPerson: Sendable {
  let index: Int
  let username: String
  let name: String
  let bio: String?
  let location: String?
  let portfolio: String?
  /// Index of the source photograph the profile picture is cut from.
  let avatar: Int
  /// Real photographs by this person.
  let sources: [Int]

  var id: String { "u" + String(1000 + index) + "-" + username.prefix(6) }
  var firstName: String {
    name.split(separator: " ", maxSplits: 1).first.map(String.init) ?? name
  }
  /// Nil for a name of one word, as the real service has it for one in ten.
  var lastName: String? {
    let parts = name.split(separator: " ", maxSplits: 1)
    return parts.count > 1 ? String(parts[1]) : nil
  }

  /// The photographers in the order of their first photograph, then the visitor and the sponsor.
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

  /// A licence as people write it: "CC BY-SA 4.0", "public domain".
  private static func name(of license: String) -> String {
    guard !license.hasSuffix("Public-Domain") else { return "public domain" }
    let parts = license.split(separator: "-")
    guard parts.count > 2 else { return parts.joined(separator: " ") }
    return parts[0] + " " + parts[1..<(parts.count - 1)].joined(separator: "-") + " "
      + parts[parts.count - 1]
  }

  /// The texts hold only what is true of the person: the photographs, their licence, their source.
  private static func photographer(
    _ index: Int,
    _ own: [Int],
    _ sources: [SourcePhoto]
  ) -> DemoPerson {
    let first = sources[own[0]]
    let titles = own.map { "“\(sources[$0].title.en)”" }.joined(separator: ", ")
    return DemoPerson(
      index: index,
      username: Catalog.slug(first.author).split(separator: "-").joined(separator: "_"),
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
