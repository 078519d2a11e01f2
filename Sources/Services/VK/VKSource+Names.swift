import HTTP
import Model
import Platform
import ServiceAPI

/// The names of communities and users.
///
/// Photo objects contain only their IDs.
extension VKSource {
  /// The maximum number of cached names.
  ///
  /// The cache is cleared when the number is reached.
  private static let mostNames = 1_000

  /// Returns the photo with its author's name, if that is cached.
  func named(_ photo: Photo) -> Photo {
    guard let name = names.withLock({ $0[photo.author.username] }) else { return photo }
    var photo = photo
    photo.author.name = name
    return photo
  }

  /// Loads and caches an author's name, unless it is cached.
  ///
  /// If the request fails, the author's name stays the user name, such as `id1`.
  func learnName(of author: Person) async {
    guard names.withLock({ $0[author.username] }) == nil else { return }
    var found: String?
    do throws(Problem) {
      if let number = number(author.username, behind: "club") {
        let answer: VKGroups = try await call(
          "groups.getById",
          URLQuery(["group_ids": number]),
          .details
        )
        found = answer.groups.elements.first { "\($0.id)" == number }?.name
      } else if let number = number(author.username, behind: "id") {
        let answer: LossyArray<VKUser> = try await call(
          "users.get",
          URLQuery(["user_ids": number]),
          .details
        )
        found =
          answer.elements.map { $0.person(site: configuration.webURL) }
          .first { $0.username == author.username }?.name
      }
    } catch {
      return
    }
    guard let found else { return }
    names.withLock { names in
      if names.count >= Self.mostNames { names = [:] }
      names[author.username] = found
    }
  }

  /// Returns the ID in a user name such as `club1`; `nil` if the name doesn't have the prefix.
  private func number(_ username: String, behind prefix: String) -> String? {
    guard username.hasPrefix(prefix), let number = Int(username.dropFirst(prefix.count)),
      number > 0
    else { return nil }
    return "\(number)"
  }
}

/// The response of `groups.getById`: an object, or an array in older versions of the API.
private struct VKGroups: Decodable {
  struct Group: Decodable {
    let id: Int
    let name: String

    init(from decoder: any Decoder) throws {
      let values = try LenientValues(decoder)
      id = try values.required("id")
      guard let name = values.words("name") else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no name")
        )
      }
      self.name = VKText.plain(name)
    }
  }

  let groups: LossyArray<Group>

  init(from decoder: any Decoder) throws {
    if let values = try? LenientValues(decoder), let groups: LossyArray<Group> = values["groups"] {
      self.groups = groups
    } else {
      groups = try LossyArray(from: decoder)
    }
  }
}
