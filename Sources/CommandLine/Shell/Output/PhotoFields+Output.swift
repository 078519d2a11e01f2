import Files
import Localization
import Model

// A photo as commands print it.
extension PhotoFields {
  /// The members that the photo has.
  var json: JSONRecord {
    let links: [PhotoTemplate.Member] = [.page, .userPage]
    return JSONRecord(
      PhotoTemplate.Member.allCases.filter { !links.contains($0) }
        .map { ($0.rawValue, value(of: $0)) } + [
          ("links", JSONRecord.links(photo.pageURL)),
          ("user.links", JSONRecord.links(photo.author.pageURL)),
        ]
    )
  }

  var brief: PhotoBrief {
    PhotoBrief(
      id: photo.id.value,
      width: photo.isMeasured ? photo.width : 0,
      height: photo.isMeasured ? photo.height : 0,
      caption: photo.caption ?? "",
      author: photo.author.name,
      likes: photo.likes
    )
  }
}
