import Settings

/// The reading of paths on the command line.
enum PathArgument {
  /// Returns a path with `~` resolved, which shells leave in `--to=~/photos` and in quotes.
  static func path(_ text: String) -> String {
    XDG.resolved(text, home: ThisProcess.environment["HOME"])
  }

  /// Returns the path of a folder, without the slashes at its end.
  static func folder(_ text: String) -> String { XDG.withoutFinalSlashes(path(text)) }
}
