/// A command of the person's own that takes photographs, as `config.toml` has it.
package struct ShareCommand: Hashable, Sendable {
  package var name: String
  /// The program and its arguments, in which `{file}` and `{url}` stand for a photograph's.
  package var arguments: [String]

  package init(name: String, arguments: [String]) {
    self.name = name
    self.arguments = arguments
  }

  package var program: String { arguments.first ?? "" }

  /// Whether it can be used only with a photograph that is on this machine.
  package var needsFile: Bool { arguments.contains { $0.contains("{file}") } }

  /// Whether it can be used only with a photograph that has a page.
  package var needsPage: Bool { arguments.contains { $0.contains("{url}") } }

  /// The program and its arguments for a photograph; no shell reads them.
  ///
  /// - Parameters:
  ///   - file: the path of its file; nil where it is not kept.
  ///   - page: the page of the photograph; nil where none is known.
  package func words(file: String?, page: WebPage?) -> [String] {
    arguments.map { argument in
      // In one pass: what stands in for a mark is not looked through for others.
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

/// The desktop's programs that can take a photograph's file; found out once.
package struct DesktopTools: Equatable, Sendable {
  /// Programs that put a picture into the clipboard.
  package enum Clipboard: String, Sendable, CaseIterable {
    case wayland = "wl-copy"
    case x11 = "xclip"
  }

  /// A desktop, or a program for other window managers, that shows a wallpaper.
  package enum Wallpaper: String, Sendable, CaseIterable {
    case gnome, cinnamon, mate, kde, xfce, lxqt, lxde, sway, hyprland
    case nitrogen, feh, xwallpaper
  }

  package var clipboard: Clipboard?
  package var wallpaper: Wallpaper?
  /// Whether `xdg-email` is there.
  package var canMail: Bool
  /// Whether `xdg-open` is there.
  package var canView: Bool
  /// Programs of the person's own commands that are not.
  package var missing: Set<String>

  package init(
    clipboard: Clipboard? = nil,
    wallpaper: Wallpaper? = nil,
    canMail: Bool = false,
    canView: Bool = false,
    missing: Set<String> = []
  ) {
    self.clipboard = clipboard
    self.wallpaper = wallpaper
    self.canMail = canMail
    self.canView = canView
    self.missing = missing
  }
}
