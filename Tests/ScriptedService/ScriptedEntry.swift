import HTTP
import Model
import ServiceAPI

extension ServiceID {
  package static let scripted: ServiceID = "scripted"
}

extension ServiceDescription {
  /// A service unlike the others: no accounts, pages that only it can name, photos without likes,
  /// colours and BlurHash, authors without pages, and a licence for each photo.
  package static let scripted = {
    var service = ServiceDescription(
      id: .scripted,
      name: "Scripted",
      capabilities: [.likes, .favourites, .search, .random, .addressInput],
      pageSize: 20
    )
    service.searchFilters = .sorting
    service.hasAccounts = false
    service.paging = .tokens
    service.creditStyle = .via
    return service
  }()
}

/// The section `[scripted]`.
struct ScriptedSection: ServiceSection {
  static let service = ServiceID.scripted
  /// The base URL of the API, of `ScriptedArchive` in tests.
  var apiURL = "http://127.0.0.1:1"
}

extension ServiceSections {
  fileprivate var scripted: ScriptedSection {
    get { self[ScriptedSection.self] }
    set { self[ScriptedSection.self] = newValue }
  }
}

extension ServiceEntry {
  package static let scripted = ServiceEntry(
    description: .scripted,
    limits: { sections in
      let host = PlainAddress(sections.scripted.apiURL)?.host ?? ""
      return [HostLimits(name: "scripted", domains: [host], atOnce: 2, contact: "tests")]
    },
    settings: [
      .address("scripted.api_url", "IMAGEFEED_SCRIPTED_API_URL", \.scripted.apiURL)
    ],
    setup: { sections in
      let url = sections.scripted.apiURL
      let key = SessionKey(service: .scripted, baseURL: url)
      return ServiceSetup(
        description: .scripted,
        key: key,
        account: key.account,
        apiURL: url,
        hasOwnAddresses: true,
        signIn: .none,
        target: { ScriptedSource.target(of: $0, url: url) },
        source: { ScriptedSource(url, $0) }
      )
    },
    demo: nil
  )
}
