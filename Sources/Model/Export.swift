/// A share command that the user has defined in `config.toml`.
package struct ShareCommand: Hashable, Sendable {
  package var name: String
  /// The program and its arguments.
  ///
  /// The placeholders `{file}` and `{url}` are replaced by the path of the photo's file and the URL
  /// of its page.
  package var arguments: [String]

  package init(name: String, arguments: [String]) {
    self.name = name
    self.arguments = arguments
  }

  package var program: String { arguments.first ?? "" }

  /// Whether the command requires a photo whose file is on this computer.
  package var needsFile: Bool { arguments.contains { $0.contains("{file}") } }

  /// Whether the command requires a photo whose page is known.
  package var needsPage: Bool { arguments.contains { $0.contains("{url}") } }

  /// Returns the program and its arguments, with the placeholders replaced for a photo.
  ///
  /// The placeholder of a missing value is replaced by nothing. No shell interprets the result.
  ///
  /// - Parameters:
  ///   - file: the path of the photo's file; `nil` if it isn't downloaded.
  ///   - page: the photo's page; `nil` if none is known.
  package func words(file: String?, page: WebPage?) -> [String] {
    arguments.map { argument in
      // In one pass: the replacement of a placeholder isn't searched for further placeholders.
      var words = ""
      var rest = argument[...]
      while let brace = rest.firstIndex(of: "{") {
        words += rest[..<brace]
        rest = rest[brace...]
        if rest.hasPrefix("{file}") {
          words += file ?? ""
          rest = rest.dropFirst("{file}".count)
        } else if rest.hasPrefix("{url}") {
          words += page?.text ?? ""
          rest = rest.dropFirst("{url}".count)
        } else {
          words.append("{")
          rest = rest.dropFirst()
        }
      }
      return words + rest
    }
  }
}

/// The installed desktop programs that can use a photo's file; detected once.
package struct DesktopTools: Equatable, Sendable {
  package enum Display: Sendable { case wayland, x11 }

  /// Programs that copy an image to the clipboard.
  package enum Clipboard: String, Sendable, CaseIterable {
    case wayland = "wl-copy"
    case x11 = "xclip"
  }

  /// A desktop, or a program for other window managers, that shows a wallpaper.
  package enum Wallpaper: String, Sendable, CaseIterable {
    case gnome, cinnamon, mate, kde, xfce, lxqt, lxde, sway, hyprland
    case nitrogen, feh, xwallpaper
  }

  /// The clipboard program for the session's type; `nil` if it isn't installed.
  package var clipboard: Clipboard?
  /// The desktop or program that sets the wallpaper; `nil` if none is available.
  package var wallpaper: Wallpaper?
  /// The graphical session, where installing a missing program helps; `nil` without one.
  package var display: Display?
  /// Whether `xdg-email` is installed.
  package var canMail: Bool
  /// Whether `xdg-open` is installed.
  package var canView: Bool
  /// The programs of the user's share commands that aren't installed.
  package var missing: Set<String>

  package init(
    clipboard: Clipboard? = nil,
    wallpaper: Wallpaper? = nil,
    display: Display? = nil,
    canMail: Bool = false,
    canView: Bool = false,
    missing: Set<String> = []
  ) {
    self.clipboard = clipboard
    self.wallpaper = wallpaper
    self.display = display
    self.canMail = canMail
    self.canView = canView
    self.missing = missing
  }
}
