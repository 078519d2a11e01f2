import AppCore
import Model
import Pictures
import Screens
import Terminal

extension Trace {
  func action(_ action: AppAction) { write("action", [("name", .text(Self.name(action)))]) }

  func frame(
    number: Int,
    screen: Place,
    photos: (shown: Int, wanted: Int),
    build: Double,
    write: Double,
    _ statistics: FrameStatistics
  ) {
    self.write(
      "frame",
      [
        ("n", .number(number)), ("screen", .text(screen.rawValue)),
        ("photos", .number(photos.shown)), ("wanted", .number(photos.wanted)),
        ("build_ms", .milliseconds(build)), ("write_ms", .milliseconds(write)),
        ("cells", .number(statistics.cells)), ("bytes", .number(statistics.bytes)),
        ("pixels", .number(statistics.graphicsBytes)),
      ]
    )
  }

  func idle(screen: Place) { write("idle", [("screen", .text(screen.rawValue))]) }

  /// Records a picture's progress.
  package func picture(_ event: PictureEvent) {
    let name: String =
      switch event.id.source {
      case .photo(let id): id.value
      case .avatar(let username): "@" + username
      case .cover(let list): "\(list)"
      case .bundled(let index, _): "bundled \(index)"
      }
    let stage: String =
      switch event.status {
      case .color: "color"
      case .blurHash: "blurhash"
      case .thumbnail: "thumb"
      case .full: "full"
      case .failed: "failed"
      }
    write(
      "picture",
      [
        ("photo", .text(name)), ("stage", .text(stage)),
        ("decode_ms", event.decodeMilliseconds.map(Value.milliseconds) ?? .none),
        ("render_ms", event.renderMilliseconds.map(Value.milliseconds) ?? .none),
      ]
    )
  }

  /// Returns the case names of an action without their values, which may contain secrets.
  private static func name(_ action: AppAction) -> String {
    let mirror = Mirror(reflecting: action)
    guard let child = mirror.children.first, let label = child.label else { return "\(action)" }
    if case .pressed(let command) = action { return "\(label).\(command.rawValue)" }
    // The first associated value is the list's or overlay's action.
    let value: Any =
      switch action {
      case .feed(let action, in: _): action
      case .overlay(let action, in: _): action
      default: child.value
      }
    let inner = Mirror(reflecting: value)
    if inner.displayStyle == .enum {
      return "\(label).\(inner.children.first?.label ?? "\(value)")"
    }
    return label
  }
}

extension Frame {
  /// Returns the number of pictures placed in the frame, and the number that show the photo itself.
  func photographs(in state: AppState) -> (shown: Int, wanted: Int) {
    let shown = placements.count { placement in
      switch state.pictures[PictureKey(placement.source, placement.use)] {
      case .thumbnail, .full: true
      case nil, .color, .blurHash, .failed: false
      }
    }
    return (shown, placements.count)
  }
}
