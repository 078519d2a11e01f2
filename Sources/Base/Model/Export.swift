/// A share command that the user has defined in `config.toml`.
package struct ShareCommand: Hashable, Sendable {
  package var name: String
  /// The program and its arguments, whose placeholders are those of a photo's line.
  package var arguments: [PhotoTemplate]

  /// Another word for the path of the photo's file.
  package static let aliases: [String: PhotoTemplate.Name] = ["file": .path]

  package init(name: String, arguments: [PhotoTemplate]) {
    self.name = name
    self.arguments = arguments
  }

  package var program: String { arguments.first?.source ?? "" }

  /// Whether the command requires a photo whose file is on this computer.
  package var needsFile: Bool { arguments.contains { $0.parts.contains(.name(.path)) } }

  /// Whether the command requires a photo whose page is known.
  package var needsPage: Bool { arguments.contains { $0.parts.contains(.name(.url)) } }

  /// Returns the program and its arguments, with the placeholders replaced.
  ///
  /// Replacements aren't searched for placeholders, and no shell interprets the result.
  ///
  /// - Parameter text: Returns the text of a part.
  package func words(_ text: (PhotoTemplate.Part) -> String) -> [String] {
    arguments.map { $0.parts.map(text).joined() }
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
