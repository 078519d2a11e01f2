import Canvas
import Model

/// The values of a photo for the placeholders of templates.
package struct PhotoFields: Equatable, Sendable {
  package let photo: Photo
  /// The URL of the image at full size.
  package let image: String
  /// The path of the file; `nil` if the photo isn't downloaded.
  package let path: String?
  package let credit: Credit
  /// The credit in one line of English.
  package let creditLine: String

  /// Creates the values of a photo of a service, or of its demo.
  package init(
    _ photo: Photo,
    of service: ServiceDescription,
    isDemo: Bool,
    image: String,
    path: String?
  ) {
    (self.photo, self.image, self.path) = (photo, image, path)
    credit = Credit(of: photo, service)
    creditLine = credit.line(site: isDemo ? Launch.demoSite : credit.site)
  }

  /// Returns a part of a template in one line, without controls in the service's data.
  package func line(of part: PhotoTemplate.Part) -> String {
    switch part {
    case .text(let text): text
    // A truncated URL or path would be useless.
    case .name(.url), .name(.image), .name(.path): TextSanitizer.printed(value(of: part))
    case .name: TextSanitizer.line(value(of: part))
    case .member: TextSanitizer.printed(value(of: part))
    }
  }

  private func value(of part: PhotoTemplate.Part) -> String {
    switch part {
    case .text(let text): text
    case .name(.image): image
    case .name(.path): path ?? ""
    case .name(let name): photo.value(of: name)
    case .member(let member): value(of: member).map { "\($0)" } ?? ""
    }
  }

  /// Returns a member of the photo's JSON: a text, a number or a Boolean; `nil` if it is missing.
  package func value(of member: PhotoTemplate.Member) -> (any Encodable & Sendable)? {
    let details = photo.details
    return switch member {
    case .format: PhotoTemplate.format
    case .service: photo.id.service.name
    case .id: photo.id.value
    case .width: photo.isMeasured ? photo.width : nil
    case .height: photo.isMeasured ? photo.height : nil
    case .color: photo.colorCode
    case .title: photo.title
    case .description: photo.description
    case .likes: photo.likes
    case .path: path
    case .blurHash: photo.blurHash
    case .altDescription: photo.altDescription
    case .createdAt: photo.created?.text
    case .takenAt: details?.taken?.text
    case .likedByUser: photo.isLiked
    case .license: credit.license
    case .licenseURL: credit.licensePage?.text
    case .credit: creditLine
    case .userUsername: photo.author.username
    case .userName: photo.author.name
    case .userPage: photo.author.pageURL?.text
    case .page: photo.pageURL?.text
    case .image: image
    case .camera: details?.camera
    case .exposure: details?.exposure
    case .aperture: details?.aperture
    case .focalLength: details?.focalLength
    case .iso: details?.iso
    case .location: details?.location
    case .views: details?.views
    case .downloads: details?.downloads
    }
  }
}
