import Foundation
import Platform

/// The server of the service that tests add to the program: numbered photos, on pages that may be
/// short or empty.
package final class ScriptedArchive: Sendable {
  /// What the next requests meet.
  package enum Fault: Sendable {
    case none
    /// Tokens of pages are refused.
    case staleTokens
    /// Each request gets 429, with this `Retry-After` if there is one.
    case tooMany(retryAfter: String?)
    /// Each request gets this status with a body that is no JSON.
    case status(Int)
  }

  package static let pageSize = 20

  package let server: ScriptedServer
  private let fault: Lock<Fault>

  /// Starts the server.
  ///
  /// - Parameter count: The number of photos in the feed.
  package init(count: Int = 700) throws {
    let fault = Lock(Fault.none)
    self.fault = fault
    let picture = FlatJPEG(96, 64).bytes
    server = try ScriptedServer { connection, request in
      let path = request.target
      if path.hasPrefix("/pictures/") {
        connection.send(
          connection.head(200, ["Content-Type: image/jpeg"], length: picture.count)
        )
        return connection.send(picture)
      }
      switch fault.withLock({ $0 }) {
      case .tooMany(let delay):
        return connection.answer(429, delay.map { ["Retry-After: \($0)"] } ?? [], "slow down")
      case .status(let status): return connection.answer(status, [], "no")
      case .staleTokens where path.contains("after=") && !path.hasSuffix("after="):
        return connection.answer(410)
      case .none, .staleTokens: break
      }
      let answer = Self.answer(to: path, count)
      connection.answer(answer == nil ? 404 : 200, ["Content-Type: application/json"], answer ?? "")
    }
  }

  package var url: String { server.url }
  /// The paths of the requests for data so far.
  package var paths: [String] {
    server.requests.map(\.target).filter { !$0.hasPrefix("/pictures/") }
  }

  package func meet(_ new: Fault) { fault.withLock { $0 = new } }
  package func stop() { server.stop() }

  private static func answer(to path: String, _ count: Int) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    if parts.first == "titles", parts.count == 2 { return photo(Int(parts[1]) ?? 7) }
    if parts.first == "photos", parts.count == 2 {
      return Int(parts[1].dropFirst()).flatMap { $0 < count ? photo($0) : nil }
    }
    if path == "/random" { return page(0..<pageSize, next: nil) }
    let after = path.components(separatedBy: "after=").last?.split(separator: "&").first
    let start = after.flatMap { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) } ?? 0
    if path.hasPrefix("/search?") { return page(start..<min(count, start + 3), next: nil) }
    guard path.hasPrefix("/photos?") else { return nil }
    // One page of three is short, and one of five is empty before it.
    let isEmpty = after?.hasSuffix("x") == true
    let round = start / pageSize
    if round % 5 == 4, !isEmpty { return page(0..<0, next: "p\(start)x") }
    let end = min(count, start + (round % 3 == 2 ? 7 : pageSize))
    return page(start..<end, next: end < count ? "p\(end)" : nil)
  }

  private static func page(_ photos: Range<Int>, next: String?) -> String {
    let next = next.map { ",\"next\":\"\($0)\"" } ?? ""
    return "{\"photos\":[" + photos.map(photo).joined(separator: ",") + "]\(next)}"
  }

  private static func photo(_ number: Int) -> String {
    let license =
      switch number % 3 {
      case 0: "\"CC BY-SA 4.0\",\"page\":\"https://creativecommons.org/licenses/by-sa/4.0/\""
      case 1: "\"CC0\",\"page\":\"https://creativecommons.org/publicdomain/zero/1.0/\""
      default: "\"Public domain\""
      }
    return """
      {"id":"s\(number)","width":1500,"height":1000,"title":"Subject \(number)",\
      "author":"Author \(number % 7)","license":\(license)}
      """
  }
}
