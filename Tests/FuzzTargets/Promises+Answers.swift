import Model
import ServiceAPI

/// The result of a request to a service.
enum ServiceOutcome {
  case page(Page)
  case photo(Photo)
  case person(Person)
  case like(LikeResponse)
  case offers([ListOffer])
  case list(ListInfo)
}

/// Promises about the results of services.
extension Promises {
  /// Checks the result of a request.
  ///
  /// - Parameter page: the number of the requested page; `nil` if the service's pages have none.
  static func check(
    _ outcome: ServiceOutcome,
    page number: Int?,
    of service: any PhotoSource
  ) throws(Finding) {
    switch outcome {
    case .page(let page): try check(page, number, of: service)
    case .photo(let photo): try check(photo, of: service)
    case .person(let person): try check(person, of: service)
    case .like(let answer): try check(answer.likes, "likes")
    case .offers(let offers):
      try promise(Set(offers.map(\.list)).count == offers.count, "lists are unique")
      for offer in offers { try check(offer.info, of: service) }
    case .list(let info): try check(info, of: service)
    }
  }

  private static func check(_ page: Page, _ number: Int?, of service: any PhotoSource)
    throws(Finding)
  {
    try promise(Set(page.photos.map(\.id)).count == page.photos.count, "ids are unique")
    if let number, let next = page.next {
      try promise(next.number ?? 0 > number, "the next page is a later one")
    }
    try check(page.total, "a total")
    for photo in page.photos { try check(photo, of: service) }
  }

  private static func check(_ photo: Photo, of service: any PhotoSource) throws(Finding) {
    try check(photo)
    try check(photo.author, of: service)
    for width in [1, 1080, photo.width] {
      let picture = service.rendition(of: photo.picture, width: width, native: photo.width)
      try promise((picture?.width ?? 0) > 0, "a rendition has a width")
    }
    try promise(WebPage(service.original(of: photo).url) != nil, "an original has an address")
    try promise(photo.pageURL != nil, "a photograph has a page")
    try check(photo.pageURL, "a page of a photograph", of: service)
    try check(photo.picture.addresses + [photo.downloadLocation].compactMap(\.self), of: service)
  }

  private static func check(_ person: Person, of service: any PhotoSource) throws(Finding) {
    try check(person)
    try check(person.pageURL, "a page of a person", of: service)
    try check(person.avatarURL.map { [$0] } ?? [], of: service)
  }

  private static func check(_ list: ListInfo, of service: any PhotoSource) throws(Finding) {
    try check(list.total, "a total")
    try check(list.pageURL, "a page of a list", of: service)
    try check(list.cover?.picture.addresses ?? [], of: service)
  }

  /// Checks URLs that the program requests automatically.
  private static func check(_ addresses: [String], of service: any PhotoSource) throws(Finding) {
    for text in addresses {
      try promise(WebPage(text) != nil, "an address is one: \(text)")
      try check(WebPage(text), "an address", of: service)
    }
  }

  private static func check(
    _ page: WebPage?,
    _ what: String,
    of service: any PhotoSource
  ) throws(Finding) {
    guard let page else { return }
    try promise(!page.isLoopback, "\(what) is not of this machine: \(page.text)")
    let link = service.description.link(page).text
    try promise(
      link.utf8.count > WebPage.maxBytes || WebPage(link) != nil,
      "\(what) stays a page: \(link)"
    )
  }
}

extension Picture {
  /// The picture's URLs.
  fileprivate var addresses: [String] {
    switch self {
    case .derived(let base): [base]
    case .sizes(let sizes): sizes.map(\.url)
    }
  }
}
