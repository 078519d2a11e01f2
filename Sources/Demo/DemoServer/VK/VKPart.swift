import Canvas
import Platform

/// The part of the demo service that behaves like VK: an album, its photos, its errors.
///
/// Paths are below `/vk`: the API's `method/…`, the image host's `img/…` and the pages.
final class VKPart: DemoPart {
  static let owner = -128_666_765
  static let album = 266_310_117
  /// The service key.
  ///
  /// The key is public and protects nothing.
  static let serviceKey = "demo-service-key"

  let folder = "vk"
  /// The times of the latest calls, in seconds since 1970.
  private let calls = Lock<[Double]>([])
  private let accounts = Lock(VKAccounts())
  private let checks = Lock(VKChecks())

  func reset() {
    calls.withLock { $0 = [] }
    accounts.withLock { $0 = VKAccounts() }
    checks.withLock { $0 = VKChecks() }
  }

  func route(of request: DemoRequest) -> DemoRoute? {
    let path = Array(request.path.dropFirst())
    if path == ["authorize"] || path == ["id", "authorize"] { return .authorize }
    if path.count == 3, path[0] == "id", path[1] == "oauth2" { return .token }
    guard path.count == 2 else { return nil }
    switch (path[0], path[1]) {
    case ("img", _): return .image
    case ("method", "photos.getById"): return .photo
    case ("method", "photos.getAlbums"): return .topics
    case ("method", "users.get"), ("method", "groups.getById"),
      ("method", "account.getProfileInfo"):
      return .user
    case ("method", let name) where name.hasPrefix("likes."): return .like
    case ("method", _): return .photos
    default: return nil
    }
  }

  func page(_ request: DemoRequest, of service: DemoService) -> DemoResponse? {
    if request.path.dropFirst() == ["blank.html"] { return VKSignInPages.blank }
    if let page = checks.withLock({ $0.page(request, service) }) { return page }
    guard request.path.count == 2, let index = VKAlbum.index(of: request.path[1]) else {
      return nil
    }
    return service.view(service.content.item(index))
  }

  func answer(
    _ request: DemoRequest,
    _ route: DemoRoute,
    _ faults: CallFaults,
    of service: DemoService
  ) async -> DemoResponse {
    if let status = faults.status { return .fault(status, route) }
    if route == .image { return await image(request, service, faults) }
    if route == .authorize || route == .token {
      let signIn = VKSignInPages(
        request: request,
        accounts: accounts,
        service: service
      )
      return route == .token
        ? signIn.answer(request.path[3], refusal: faults.refusal)
        : signIn.authorize(isImplicit: request.path[1] == "authorize", refusal: faults.refusal)
    }
    var fields = request.query
    fields.append(request.form)
    let method = request.path[2]
    if let refusal = refusal(method, request, fields, faults, service) {
      return .json(200, ["error": refusal.json(method, fields)])
    }
    let isPersonal = token(request, fields) != Self.serviceKey
    let hearts = accounts.withLock { $0.likes }
    let album = VKAlbum(
      service: service,
      hearts: isPersonal && fields["extended"] == "1" ? hearts : nil
    )
    switch method {
    case "photos.get": return .json(200, ["response": album.photos(fields, faults)])
    case "photos.getById": return .json(200, ["response": album.photos(named: fields)])
    case "photos.getAll": return .json(200, ["response": album.all(fields, faults)])
    case "photos.getAlbums": return .json(200, ["response": album.albums(fields)])
    case "groups.getById": return .json(200, ["response": album.groups(fields)])
    case "likes.add", "likes.delete", "likes.isLiked":
      return .json(200, ["response": like(method, fields)])
    default:
      return .json(200, ["response": album.users(fields, isPersonal: isPersonal)])
    }
  }

  /// Likes or unlikes a photo, or returns whether it is liked.
  private func like(_ method: String, _ fields: FormFields) -> JSON {
    let name = "photo\(fields["owner_id"] ?? "")_\(fields["item_id"] ?? "")"
    guard let index = VKAlbum.index(of: name) else { return ["likes": 0] }
    return accounts.withLock { accounts in
      switch method {
      case "likes.add": accounts.likes.insert(index)
      case "likes.delete": accounts.likes.remove(index)
      default: return ["liked": .int(accounts.likes.contains(index) ? 1 : 0), "copied": 0]
      }
      return ["likes": .int(VKAlbum.likes(of: index, accounts.likes))]
    }
  }

  private func token(_ request: DemoRequest, _ fields: FormFields) -> String? {
    fields["access_token"]
      ?? request.authorization.flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
  }

  /// Returns the reason for refusing a call.
  ///
  /// The checks have the order of the real service.
  private func refusal(
    _ method: String,
    _ request: DemoRequest,
    _ fields: FormFields,
    _ faults: CallFaults,
    _ service: DemoService
  ) -> VKRefusal? {
    let known = [
      "photos.get", "photos.getById", "photos.getAlbums", "users.get", "groups.getById",
    ]
    let others = ["photos.getAll", "account.getProfileInfo"]
    guard known.contains(method) || others.contains(method) || method.hasPrefix("likes.") else {
      return VKRefusal(3)
    }
    if fields["v"] == nil { return VKRefusal(8) }
    guard let token = token(request, fields) else {
      return VKRefusal(5, "no access_token passed.")
    }
    let now = service.options.now()
    let isPersonal = accounts.withLock { $0.accepts(token, [.hour, .day, .endless], now: now) }
    guard token == Self.serviceKey || isPersonal, !faults.has(.revoked) else {
      return VKRefusal(5, "invalid access_token (4).")
    }
    guard isInTime(now) else { return VKRefusal(6) }
    if let code = faults.refusal {
      let refusal = checks.withLock { $0.refusal(code, fields, token, service) }
      if let refusal { return refusal }
    }
    // The other methods require a user's token.
    guard known.contains(method) || isPersonal else { return VKRefusal(28) }
    switch fields["owner_id"] {
    case "18": return VKRefusal(18)
    case "30": return VKRefusal(30)
    default: break
    }
    guard ["photos.get", "photos.getAll", "photos.getAlbums"].contains(method) else { return nil }
    guard method != "photos.get" || fields["album_id"] != nil else {
      return VKRefusal(100, "album_id is invalid")
    }
    guard fields["owner_id"] == "\(Self.owner)" else { return VKRefusal(200) }
    return fields["album_id"].map(VKAlbum.has) ?? true ? nil : VKRefusal(200)
  }

  /// Whether a call is at most the third within a second.
  private func isInTime(_ now: Double) -> Bool {
    calls.withLock { calls in
      calls.removeAll { $0 <= now - 1 }
      guard calls.count < 3 else { return false }
      calls.append(now)
      return true
    }
  }

  private func image(
    _ request: DemoRequest,
    _ service: DemoService,
    _ faults: CallFaults
  ) async -> DemoResponse {
    guard let number = Int(request.path[2].prefix { $0 != "." }),
      (0..<VKAlbum.count).contains(number)
    else { return .text(404, "") }
    let item = service.content.item(number)
    let size = VKAlbum.size(of: item)
    let sides = (request.query["cs"] ?? "").split(separator: "x").map(String.init)
    let asked = FormFields([
      ("w", sides.first ?? "\(size.width)"), ("h", sides.last ?? "\(size.height)"),
      ("fit", "crop"), ("q", "88"),
    ])
    let parameters = ImageParameters(query: asked, original: size)
    guard let bytes = try? await service.imageRenderer.picture(item, parameters) else {
      return .text(500, "")
    }
    return service.picture(bytes, 1 << 32 | UInt64(number), parameters, request, faults)
  }
}

/// An error in the API's format.
struct VKRefusal {
  let code: Int
  let detail: String?
  /// The additional members of some errors.
  private let more: [(String, JSON)]

  init(_ code: Int, _ detail: String? = nil, more: [(String, JSON)] = []) {
    self.code = code
    self.detail = detail
    self.more = more
  }

  func json(_ method: String, _ fields: FormFields) -> JSON {
    let parameters =
      [("oauth", "1"), ("method", method)]
      + fields.fields.filter { $0.name != "access_token" }.map { ($0.name, $0.value) }
    let error: JSON = [
      "error_code": .int(code),
      "error_msg": .string(message),
      "request_params": .array(
        parameters.map { ["key": .string($0.0), "value": .string($0.1)] }
      ),
    ]
    return error.adding(more)
  }

  private var message: String {
    let text =
      switch code {
      case 1: "Unknown error occurred"
      case 2: "Application is disabled. Enable your application or use test mode"
      case 3: "Unknown method passed"
      case 5: "User authorization failed"
      case 6: "Too many requests per second"
      case 7: "Permission to perform this action is denied"
      case 8: "Invalid request: v (version) is required"
      case 9: "Flood control"
      case 10: "Internal server error"
      case 14: "Captcha needed"
      case 15: "Access denied"
      case 17: "Validation required: please open redirect_uri in browser"
      case 18: "User was deleted or banned"
      case 19: "Content blocked"
      case 27: "Group authorization failed"
      case 28: "Application authorization failed"
      case 29: "Rate limit reached"
      case 30: "This profile is private"
      case 100: "One of the parameters specified was missing or invalid"
      case 113: "Invalid user id"
      case 114: "Invalid album id"
      case 200: "Access to album denied"
      case 203: "Access to group denied"
      default: "Error \(code)"
      }
    return detail.map { text + ": " + $0 } ?? text
  }
}
