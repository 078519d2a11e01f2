import Foundation
import Harness

/// A random user, who repeats the same input for the same seed.
struct Monkey {
  enum Deed {
    /// Bytes from the keyboard, the mouse or a paste.
    case type(String)
    case resize(columns: Int, rows: Int)
    /// The faults of the service from now on, replacing the previous ones.
    case fault([String])
  }

  private var dice: SeededGenerator
  private var size = (columns: 100, rows: 30)

  init(seed: Int) { dice = SeededGenerator(seed) }

  mutating func next() -> Deed {
    switch Int.random(in: 0..<1000, using: &dice) {
    case ..<10: return .fault(faults())
    case ..<25: return resize()
    case ..<150: return .type(mouse())
    case ..<170: return .type(paste())
    case ..<190: return .type(noise())
    default: return .type(pick(Self.keys))
    }
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: list.indices, using: &dice)]
  }

  // MARK: Keys

  /// The keys that have an effect, except those that quit or suspend the program; frequent ones
  /// several times.
  private static let keys: [String] = {
    let arrows = ["\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D"]
    let pages = ["\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H", "\u{1B}[F", "\u{1B}[3~", "\u{1B}[Z"]
    let letters = "jkhlgGfsSiRo/cvDdmpxuaAe+-01z=r?bny 1234".map(String.init)
    let editing = ["\u{15}", "\u{17}", "\u{0B}", "\u{04}", "\u{06}", "\u{02}", "\t"]
    let often = arrows + ["\r", "\r", "\u{7F}", "\u{7F}", "\u{7F}", "f", "d", "j", "j", "v"]
    return often + often + arrows + pages + letters + editing + ["ф", "в", "о", "我", "🐒"]
  }()

  // MARK: Mouse

  private mutating func mouse() -> String {
    let column = Int.random(in: 1...size.columns, using: &dice)
    // The last line shows the keys, among them the one that quits.
    let row = Int.random(in: 1...max(1, size.rows - 1), using: &dice)
    let place = "\(column);\(row)"
    switch Int.random(in: 0..<10, using: &dice) {
    case ..<3: return "\u{1B}[<64;\(place)M"
    case ..<5: return "\u{1B}[<65;\(place)M"
    case 5: return "\u{1B}[<35;\(place)M\u{1B}[<32;\(place)M"
    case 6: return "\u{1B}[<2;\(place)M\u{1B}[<2;\(place)m"
    default: return "\u{1B}[<0;\(place)M\u{1B}[<0;\(place)m"
    }
  }

  // MARK: Noise

  private mutating func paste() -> String {
    let text = pick([
      "cats", "кошки на крыше", "http://localhost:1/callback?code=c&state=s", "a\nb\tc\u{07}",
      String(repeating: "long ", count: 400), "\u{1B}[31mred", "", "https://unsplash.com/photos/x",
      "e\u{301}\u{302}\u{303}", "\u{202E}right", "code-1234",
    ])
    return "\u{1B}[200~\(text)\u{1B}[201~"
  }

  /// Returns unrequested replies, and sequences that no key sends.
  private mutating func noise() -> String {
    pick([
      "\u{1B}[I", "\u{1B}[O", "\u{1B}[?62;4c", "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\",
      "\u{1B}]11;rgb:0/0/0\u{07}", "\u{1B}[?997;1n", "\u{1B}[4;600;800t", "\u{1B}[6;0;0t",
      "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}[99999999999999999999~", "\u{1B}[1;2;3;4;5;6Z", "\u{1B}O",
      "\u{1B}[<0;99999;99999M", "\u{1B}[<-1;0;0M", "\u{1B}[M\u{20}\u{21}\u{21}",
      "\u{1B}P1$r0m\u{1B}\\",
      "\u{1B}[?2026;2$y", "\u{1B}[48;24;80;480;640t",
    ])
  }

  private mutating func resize() -> Deed {
    size =
      Int.random(in: 0..<5, using: &dice) == 0
      ? (Int.random(in: 1...25, using: &dice), Int.random(in: 1...8, using: &dice))
      : (Int.random(in: 30...220, using: &dice), Int.random(in: 10...70, using: &dice))
    return .resize(columns: size.columns, rows: size.rows)
  }

  // MARK: The service

  private static let faultNames = [
    "latency=40", "latency=400@image", "bandwidth=200000@image", "status=500", "status=503@photos",
    "status=500@like", "status=403@like", "status=404@download", "status=429@search", "cut@image",
    "cut@photos", "html", "html@image", "invalid-json", "truncated@image", "missing-picture",
    "broken-item", "empty@search", "duplicates=7", "feed-shift=3", "rate-limit=5", "too-many=3",
    "stale-budget", "empty-likes", "etag-change", "no-range", "hold@like", "hold@image",
    "hold@photos", "never@image", "revoked", "bare-token", "bot-wall",
  ]

  private mutating func faults() -> [String] {
    (0..<Int.random(in: 0...2, using: &dice)).map { _ in pick(Self.faultNames) }
  }
}
