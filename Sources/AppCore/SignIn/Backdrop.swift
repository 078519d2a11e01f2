import Library
import Model

/// The mosaic of bundled photos behind the splash and the sign-in screen.
extension SignInReducer {
  private static let timer = Effect.ID(.app, "backdrop")
  /// The time a splash has to itself: most launches are past it sooner, and none of those reads a
  /// file for the mosaic.
  private static let delay = Duration.milliseconds(500)

  /// Wants the mosaic if the splash lasts.
  static func startSplash() -> [Effect] { [.after(timer, delay, .signIn(.backdropDue))] }

  /// The splash ends with a feed, which has no mosaic.
  static func leaveSplash() -> [Effect] { [.cancel(timer)] }

  /// Looks for the bundled photos if the screen has room for a mosaic.
  static func findBackdrop(_ state: AppState) -> [Effect] {
    guard state.stage != .main, state.program.backdrop == nil, state.hasPlate else { return [] }
    return [.signIn(.findBackdrop)]
  }
}

extension AppState {
  /// Whether the splash and the sign-in screen show their plate, over a mosaic as soon as there is
  /// one.
  package var hasPlate: Bool {
    program.hasPictures && program.backdrop?.isEmpty != true
      && MosaicLayout.hasRoom(in: program.viewport)
  }
}
