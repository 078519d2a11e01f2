import Model

/// A user in the output of commands.
package struct PersonRecord: Encodable, Equatable, Sendable {
  /// The version of the format.
  package let format = PhotoRecord.version
  package let username: String
  package let name: String
  package let bio: String?
  package let location: String?
  package let totalLikes: Int?
  package let totalPhotos: Int?
  package let links: PhotoRecord.Links

  package init(_ person: Person) {
    username = person.username
    name = person.name
    bio = person.bio
    location = person.location
    totalLikes = person.totalLikes
    totalPhotos = person.totalPhotos
    links = PhotoRecord.Links(html: person.pageURL?.text)
  }

  private enum CodingKeys: String, CodingKey {
    case format, username, name, bio, location
    case totalLikes = "total_likes"
    case totalPhotos = "total_photos"
    case links
  }
}
