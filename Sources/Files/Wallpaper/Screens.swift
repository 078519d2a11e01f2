import FoundationEssentials
import Model

/// A screen that shows a wallpaper, as it is turned.
package struct Screen: Equatable, Sendable {
  /// Pixels of the screen itself, however the desktop scales.
  package var width: Int
  package var height: Int
  /// Whether it is the desktop's main screen.
  package var isMain: Bool

  package init(width: Int, height: Int, isMain: Bool = false) {
    self.width = width
    self.height = height
    self.isMain = isMain
  }

  /// The orientation of photos that fit the screen.
  package var orientation: SearchQuery.Orientation {
    width > height ? .landscape : width < height ? .portrait : .squarish
  }

  /// A screen that is not smaller than most, if none is known.
  package static let standard = Screen(width: 3840, height: 2160, isMain: true)

  /// Returns the screen that decides the orientation: the main one, else the largest.
  package static func main(of screens: [Screen]) -> Screen {
    screens.first { $0.isMain } ?? screens.max { $0.width * $0.height < $1.width * $1.height }
      ?? standard
  }

  /// Returns the width of a photo that covers each of these screens, in pixels.
  ///
  /// - Parameter photo: the photo's size; `nil` if it isn't known.
  package static func width(
    covering screens: [Screen],
    with photo: (width: Int, height: Int)?
  ) -> Int {
    let screens = screens.isEmpty ? [standard] : screens
    return screens.map { screen in
      guard let photo, photo.width > 0, photo.height > 0 else { return screen.width }
      let width = Double(screen.height) * Double(photo.width) / Double(photo.height)
      return max(screen.width, Int(min(width.rounded(.up), 100_000)))
    }.max() ?? standard.width
  }

  /// Returns the screens that the desktop, X11 or the kernel names, in this order; none if none
  /// does.
  ///
  /// - Parameters:
  ///   - desktop: `nil` if none is running.
  ///   - devices: the kernel's folder of graphics devices.
  package static func all(
    of desktop: DesktopWallpaper?,
    environment: [String: String],
    limit: Duration = DesktopWallpaper.screensLimit,
    devices: String = "/sys/class/drm"
  ) async -> [Screen] {
    if let screens = await desktop?.screens(within: limit), !screens.isEmpty { return screens }
    let isX11 = environment["DISPLAY"]?.isEmpty == false
    if isX11, environment["WAYLAND_DISPLAY"]?.isEmpty != false {
      let runner = ProgramRunner(environment: environment, watchDuration: limit)
      let query = ScreenQuery.xrandr
      let screens = await query.screens(within: limit) {
        await runner.output(of: query.command, within: limit)
      }
      if !screens.isEmpty { return screens }
    }
    return KernelScreens.all(in: devices)
  }

  /// Creates a screen; `nil` unless its width and height are from 1 to 100,000 pixels.
  init?(_ width: Int?, _ height: Int?, isTurned: Bool = false, isMain: Bool = false) {
    guard let width, let height, (1...100_000).contains(width), (1...100_000).contains(height)
    else { return nil }
    self.init(
      width: isTurned ? height : width,
      height: isTurned ? width : height,
      isMain: isMain
    )
  }
}
