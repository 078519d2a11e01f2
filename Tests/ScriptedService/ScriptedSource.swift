import FoundationEssentials
import HTTP
import Model
import ServiceAPI

/// The client of `ScriptedArchive`.
package struct ScriptedSource: SearchableSource, RandomSource {
  /// The widths of the pictures.
  static let widths = [120, 330, 960]

  private let url: String
  private let connection: ServiceConnection

  package init(_ url: String, _ connection: ServiceConnection) {
    (self.url, self.connection) = (url, connection)
  }

  package var description: ServiceDescription { .scripted }

  package func feedPage(_ page: PageToken) async throws(Problem) -> Page {
    try await self.page(.feed, "/photos?after=" + page.text)
  }

  package func search(_ query: SearchQuery, page: PageToken) async throws(Problem) -> Page {
    try await self.page(
      .search,
      "/search?" + URLQuery(["q": query.text, "after": page.text]).text
    )
  }

  package func randomPhotos(_ choice: RandomChoice) async throws(Problem) -> [Photo] {
    try await page(.random, "/random").photos
  }

  package func photo(_ id: Photo.ID) async throws(Problem) -> Photo {
    let answer: ScriptedPhoto = try await ask(.details, "/photos/" + id.value)
    var photo = answer.photo(url)
    photo.details = PhotoDetails(camera: "Pinhole")
    return photo
  }

  package func serves(_ photo: Photo) -> Bool { photo.id.service == .scripted }

  package func rendition(of picture: Picture, width: Int, native: Int) -> PictureAddress? {
    guard case .derived(let base) = picture else { return nil }
    let step = Self.widths.first { $0 >= width && $0 < native }
    return PictureAddress(
      url: step.map { "\(base)/\($0)" } ?? base,
      version: "1",
      width: step ?? native
    )
  }

  package func original(of photo: Photo) -> PictureAddress {
    guard case .derived(let base) = photo.picture else {
      return PictureAddress(url: "", version: nil, width: 0)
    }
    return PictureAddress(url: base, version: "1", width: photo.width)
  }

  package func avatar(_ url: String, size: Int) -> PictureAddress {
    PictureAddress(url: url, version: nil, width: size)
  }

  static func target(of text: String, url: String) -> AddressTarget? {
    func name(after prefix: String) -> String? {
      text.hasPrefix(url + prefix) ? String(text.dropFirst((url + prefix).count)) : nil
    }
    if let id = name(after: "/view/") { return .photo(Photo.ID(service: .scripted, value: id)) }
    if let title = name(after: "/title/") { return .lookup(title) }
    let isID = text.hasPrefix("s") && text.dropFirst().allSatisfy(\.isNumber) && text.count > 1
    return isID ? .photo(Photo.ID(service: .scripted, value: text)) : nil
  }

  package func lookUp(_ name: String) async throws(Problem) -> Photo.ID {
    let answer: ScriptedPhoto = try await ask(.webPage, "/titles/" + name)
    return Photo.ID(service: .scripted, value: answer.id)
  }

  private func page(_ subject: Problem.Subject, _ path: String) async throws(Problem) -> Page {
    let answer: ScriptedPage = try await ask(subject, path)
    return Page(
      photos: answer.photos.map { $0.photo(url) },
      next: answer.next.flatMap { PageToken($0) }
    )
  }

  private func ask<Answer: Decodable>(
    _ subject: Problem.Subject,
    _ path: String
  ) async throws(Problem) -> Answer {
    let request = HTTPRequest(.get, url + path, headers: [HTTPHeader("X-Contact", "tests")])
    let response = try await connection.transport.answer(to: request, subject)
    if response.status == 410 { throw Problem(subject, .stalePage) }
    if let cause = response.failure { throw Problem(subject, cause) }
    do { return try LenientJSON.decode(from: response.body) } catch {
      throw Problem(subject, .malformedAnswer)
    }
  }
}

extension ScriptedSource: LookupSource {}

/// A page of the archive's answers.
private struct ScriptedPage: Decodable {
  var photos: [ScriptedPhoto]
  var next: String?
}

/// A photo of the archive's answers.
private struct ScriptedPhoto: Decodable {
  var id: String
  var width: Int
  var height: Int
  var title: String
  var author: String
  var license: String
  var page: String?

  func photo(_ url: String) -> Photo {
    Photo(
      id: Photo.ID(service: .scripted, value: id),
      width: width,
      height: height,
      title: title,
      author: Person(username: "", name: author),
      picture: .derived(from: "\(url)/pictures/\(id)"),
      pageURL: WebPage("\(url)/view/\(id)"),
      license: license,
      licensePage: page.flatMap { WebPage($0) },
      requiresCredit: license.hasPrefix("CC BY")
    )
  }
}
