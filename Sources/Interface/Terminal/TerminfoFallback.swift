/// The terminfo entries to try for a terminal whose own entry is missing.
package enum TerminfoFallback {
  /// Returns the names of similar entries, the most similar first.
  ///
  /// These are the name without its last parts (`foot-extra`: `foot`), each with 256 colours first,
  /// and then the terminals that most others imitate.
  package static func entries(for term: String) -> [String] {
    var names: [String] = []
    var rest = term[...]
    while let end = rest.lastIndex(where: { "-+.".contains($0) }) {
      rest = rest[..<end]
      names += ["\(rest)-256color", String(rest)]
    }
    names += ["xterm-256color", "xterm", "vt100"]
    var seen: Set = [term]
    return names.filter { seen.insert($0).inserted }
  }
}
