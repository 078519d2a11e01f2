import Canvas
import Glibc
import Platform

/// A terminfo entry derived from the user's own, with the required colours and without scrolling.
///
/// ncurses can't be told not to scroll, and it doesn't know which pictures would move along.
/// Distributions have no `*-direct` entries. Compiling an entry takes 2 ms, and the result is
/// cached.
struct TerminfoVariant {
  /// The name of the entry, for `newterm()`.
  let name: String
  /// The folder of the terminfo database that contains the entry.
  let directory: String

  /// The version of the entry's source, incremented when it changes.
  ///
  /// Entries of older versions aren't used.
  private static let revision = 6

  /// Returns the variant, compiling it if it isn't cached.
  ///
  /// - Parameters:
  ///   - colors: 16, 256 or 2²⁴; `nil` to use the number in the user's entry. The number of pairs
  ///     is always raised.
  ///   - cacheDirectory: the folder for compiled entries.
  /// - Returns: `nil` if `tic` is missing or fails, or the entry can't be written.
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
    // ncurses would block on a pipe of that name. A new entry replaces it.
    if access(path, R_OK) == 0, RegularFile.fileTypeError(at: path) == 0 { return variant }
    return variant.compile(from: term, colors: colors, environment: environment) ? variant : nil
  }

  /// Returns the path of the database that variants are compiled into.
  static func database(in cacheDirectory: String) -> String { cacheDirectory + "/terminfo" }

  /// Returns the number of colours for the variant; `nil` if the terminal's own entry has the right
  /// one.
  static func colors(for traits: TerminalTraits) -> Int? {
    switch traits.colors {
    case .trueColor: 1 << 24
    case .palette256: traits.term.contains("256color") ? nil : 256
    // Consoles show bright colours only as bold text.
    case .palette16: ["linux", "ansi", "vt"].contains(where: traits.term.hasPrefix) ? nil : 16
    case .monochrome: nil
    }
  }

  private func compile(from term: String, colors: Int?, environment: [String: String]) -> Bool {
    // The entry is compiled in a separate folder first. Another process may be reading or compiling
    // it.
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

  /// Returns the source: the user's entry without its colours and without modes that imagefeed
  /// sets.
  ///
  /// The size is required, because ncurses refuses entries without one (the Linux console's).
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
      colors > 256
      ? DirectColors.capability + " " + DirectColors.attributeCapabilities
      : "setaf=\(set(3)), setab=\(set(4)), scp@,"
    return """
      \tcolors#\(colors), \(colors > 256 ? "RGB" : "RGB@"),
      \t\(setters)
      \top=\\E[39;49m,
      \tinitc@, oc@, ccc@, setf@, setb@,

      """
  }

  /// Returns the modification time of the user's entry; 0 if it isn't found.
  ///
  /// The folders are searched as described in terminfo(5).
  private static func modificationTime(of term: String, environment: [String: String]) -> Int {
    let home = environment["HOME"].map { [$0 + "/.terminfo"] } ?? []
    let listed = environment["TERMINFO_DIRS"]?.split(separator: ":").map(String.init) ?? []
    let folders =
      (environment["TERMINFO"].map { [$0] } ?? []) + home + listed
      + ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
    guard let first = term.utf8.first else { return 0 }
    for database in folders {
      for folder in [String(UnicodeScalar(first)), String(first, radix: 16)] {
        var status = stat()
        if stat("\(database)/\(folder)/\(term)", &status) == 0 { return status.st_mtim.tv_sec }
      }
    }
    return 0
  }

  /// Whether a byte is allowed in names.
  ///
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
