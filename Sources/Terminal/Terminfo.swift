import Canvas
import Glibc
import Platform

/// A terminfo entry made from the user's own, with the colours we want to use, and without what
/// ncurses would scroll with: it has no call that keeps it from that, and cannot know of the
/// pictures that would move along, or not.
///
/// Distributions have no `*-direct` entries; compiling one takes 2 ms, and it is kept.
struct TerminfoVariant {
  /// The name to give to `newterm()`.
  let name: String
  /// The database the entry is in.
  let directory: String

  /// Raised when the recipe below changes, so that entries made by older versions are not used.
  private static let revision = 5

  /// Finds or compiles the variant.
  ///
  /// - Parameters:
  ///   - colors: 16, 256 or 2²⁴; nil keeps the user's, which still gets enough pairs of them.
  ///   - cacheDirectory: where it is kept.
  /// - Returns: nil when there is no `tic`, it refuses, or nothing can be written.
  static func make(
    of term: String,
    colors: Int?,
    environment: [String: String],
    cacheDirectory: String
  ) -> TerminfoVariant? {
    guard term.utf8.allSatisfy({ isNameByte($0) }), !term.isEmpty else { return nil }
    let directory = database(in: cacheDirectory)
    let stamp = String(modificationTime(of: term, environment: environment), radix: 36)
    let name = "imagefeed+\(term)+\(colors ?? 0)+\(revision)+\(stamp)"
    let variant = TerminfoVariant(name: name, directory: directory)
    let path = "\(directory)/i/\(name)"
    // ncurses would wait for a pipe of that name; a new entry replaces it.
    if access(path, R_OK) == 0, RegularFile.fileTypeError(at: path) == 0 { return variant }
    return variant.compile(from: term, colors: colors, environment: environment) ? variant : nil
  }

  /// Returns the path of the database that variants are compiled into.
  static func database(in cacheDirectory: String) -> String { cacheDirectory + "/terminfo" }

  /// How many colours an entry has to be given; nil where its own will do.
  static func colors(for traits: TerminalTraits) -> Int? {
    switch traits.colors {
    case .trueColor: 1 << 24
    case .palette256: traits.term.contains("256color") ? nil : 256
    // Consoles show the bright ones as bold text only.
    case .palette16: ["linux", "ansi", "vt"].contains(where: traits.term.hasPrefix) ? nil : 16
    case .monochrome: nil
    }
  }

  private func compile(from term: String, colors: Int?, environment: [String: String]) -> Bool {
    // In a folder of its own first: another process may be reading, or doing the same.
    let workshop = "\(directory)/.\(getpid())"
    guard Self.makeDirectories("\(directory)/i"), Self.makeDirectories("\(workshop)/i") else {
      return false
    }
    let made = "\(workshop)/i/\(name)"
    defer {
      unlink(made)
      rmdir("\(workshop)/i")
      rmdir(workshop)
    }
    guard let source = try? MemoryFile("terminfo") else { return false }
    source.replace(with: Array(Self.source(name: name, term: term, colors: colors).utf8))
    var environment = environment
    environment["TERMINFO_DIRS"] = environment["TERMINFO_DIRS"] ?? ""
    guard
      let process = try? Spawn.start(
        ["tic", "-x", "-o", workshop, "-"],
        environment: environment.map { "\($0.key)=\($0.value)" },
        input: source.descriptor
      )
    else { return false }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status == 0 && rename(made, "\(directory)/i/\(name)") == 0
  }

  /// Everything of the user's entry but the colours, and but what we switch ourselves.
  ///
  /// A size must be there because ncurses refuses entries without one (the Linux console's);
  /// `resize_term()` sets the real one.
  private static func source(name: String, term: String, colors: Int?) -> String {
    """
    \(name)|for imagefeed,
    \tpairs#65536, lines#24, cols#80,
    \(colors.map(colorCapabilities) ?? "")\
    \tncv@, smcup@, rmcup@,
    \tcsr@, indn@, rin@, ri@, il@, il1@, dl@, dl1@,
    \tuse=\(term),

    """
  }

  private static func colorCapabilities(_ colors: Int) -> String {
    func set(_ base: Int) -> String {
      #"\E[%?%p1%{8}%<%t\#(base)%p1%d%e%p1%{16}%<%t\#(base + 6)%p1%{8}%-%d%e"#
        + #"\#(base)8;5;%p1%d%;m"#
    }
    let setters =
      colors > 256 ? DirectColors.capability : "setaf=\(set(3)), setab=\(set(4)), scp@,"
    return """
      \tcolors#\(colors), \(colors > 256 ? "RGB" : "RGB@"),
      \t\(setters)
      \top=\\E[39;49m,
      \tinitc@, oc@, ccc@, setf@, setb@,

      """
  }

  /// Where terminfo entries are looked for, as in terminfo(5).
  private static func modificationTime(of term: String, environment: [String: String]) -> Int {
    let home = environment["HOME"].map { [$0 + "/.terminfo"] } ?? []
    let listed = environment["TERMINFO_DIRS"]?.split(separator: ":").map(String.init) ?? []
    let places =
      (environment["TERMINFO"].map { [$0] } ?? []) + home + listed
      + ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
    guard let first = term.utf8.first else { return 0 }
    for place in places {
      for folder in [String(UnicodeScalar(first)), String(first, radix: 16)] {
        var status = stat()
        if stat("\(place)/\(folder)/\(term)", &status) == 0 { return status.st_mtim.tv_sec }
      }
    }
    return 0
  }

  /// Names become part of a path and of terminfo source.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "+"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func makeDirectories(_ path: String) -> Bool {
    (try? Folder.create(path, mode: 0o700)) != nil
  }
}
