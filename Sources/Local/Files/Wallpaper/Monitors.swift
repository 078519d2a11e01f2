import FoundationEssentials
import Model

/// A monitor that shows a wallpaper, with its size as it is turned.
package struct Monitor: Equatable, Sendable {
  /// Pixels of the monitor itself, however the desktop scales.
  package var width: Int
  package var height: Int
  /// Whether it is the desktop's main monitor.
  package var isMain = false
}

extension Monitor {
  /// The orientation of photos that fit the monitor.
  package var orientation: SearchQuery.Orientation {
    width > height ? .landscape : width < height ? .portrait : .squarish
  }

  /// A monitor that is not smaller than most, if none is known.
  package static let standard = Monitor(width: 3840, height: 2160, isMain: true)

  /// Returns the monitor that decides the orientation: the main one, else the largest.
  package static func main(of monitors: [Monitor]) -> Monitor {
    monitors.first { $0.isMain } ?? monitors.max { $0.width * $0.height < $1.width * $1.height }
      ?? standard
  }

  /// Returns the width of a photo that covers each of these monitors, in pixels.
  ///
  /// - Parameter photo: the photo's size; `nil` if it isn't known.
  package static func width(
    covering monitors: [Monitor],
    with photo: (width: Int, height: Int)?
  ) -> Int {
    let monitors = monitors.isEmpty ? [standard] : monitors
    return monitors.map { monitor in
      guard let photo, photo.width > 0, photo.height > 0 else { return monitor.width }
      let width = Double(monitor.height) * Double(photo.width) / Double(photo.height)
      return max(monitor.width, Int(min(width.rounded(.up), 100_000)))
    }.max() ?? standard.width
  }

  /// Returns the monitors that the desktop, X11 or the kernel names, in this order; none if none
  /// does.
  ///
  /// - Parameters:
  ///   - desktop: `nil` if none is running.
  ///   - devices: the kernel's folder of graphics devices.
  package static func all(
    of desktop: DesktopWallpaper?,
    environment: [String: String],
    limit: Duration = DesktopWallpaper.monitorsLimit,
    devices: String = "/sys/class/drm"
  ) async -> [Monitor] {
    if let monitors = await desktop?.monitors(within: limit), !monitors.isEmpty { return monitors }
    let isX11 = environment["DISPLAY"]?.isEmpty == false
    if isX11, environment["WAYLAND_DISPLAY"]?.isEmpty != false {
      let runner = ProgramRunner(environment: environment, watchDuration: limit)
      let query = MonitorQuery.xrandr
      let monitors = await query.monitors(within: limit) {
        await runner.output(of: query.command, within: limit)
      }
      if !monitors.isEmpty { return monitors }
    }
    return KernelMonitors.all(in: devices)
  }

  /// Creates a monitor; `nil` unless its width and height are from 1 to 100,000 pixels.
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
