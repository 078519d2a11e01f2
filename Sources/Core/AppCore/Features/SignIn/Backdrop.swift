import Model

/// Finds the bundled photos for the mosaic behind the splash and the sign-in screen.
extension SignInReducer {
  private static let timer = Effect.ID(.app, "backdrop")
  /// The delay before the search for the mosaic's photos.
  ///
  /// Most launches leave the splash earlier, so they read no files for it.
  private static let delay = Duration.milliseconds(500)

  /// Looks for the mosaic if the splash is still visible after a delay.
  static func startSplash() -> [Effect] { [.after(timer, delay, .signIn(.backdropDue))] }

  /// Cancels the mosaic, because the feed follows the splash.
  static func leaveSplash() -> [Effect] { [.cancel(timer)] }

  /// Looks for the bundled photos if the screen has room for a mosaic.
  static func findBackdrop(_ state: AppState) -> [Effect] {
    guard state.stage != .main, state.program.backdrop == nil, state.hasPlate else { return [] }
    return [.signIn(.findBackdrop)]
  }
}

extension AppState {
  /// Whether the splash and the sign-in screen show their plate.
  ///
  /// The mosaic appears around the plate once it is found.
  package var hasPlate: Bool {
    program.hasPictures && program.backdrop?.isEmpty != true
      && MosaicLayout.hasRoom(in: program.viewport)
  }
}
