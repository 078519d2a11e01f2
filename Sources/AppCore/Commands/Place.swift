/// What has the keyboard; of screens that lie over each other, the topmost.
package enum Place: String, Hashable, Sendable, CaseIterable {
  case splash
  case signIn
  /// The person is in the browser.
  case signInWaiting
  /// The line for a pasted address or code.
  case signInInput
  case feed
  case profile
  case photo
  case share
  /// The shared link as a QR code.
  case qrCode
  case help
  case alert
}

extension AppState {
  package var place: Place {
    if !alerts.isEmpty { return .alert }
    if help != nil { return .help }
    if let share {
      switch share.code {
      case nil, .making: return .share
      case .made, .linkTooLong: return .qrCode
      }
    }
    return screen
  }

  /// The screen below overlays.
  package var screen: Place {
    switch stage {
    case .splash: return .splash
    case .signIn:
      if signIn.waiting?.input != nil { return .signInInput }
      return signIn.phase == .idle ? .signIn : .signInWaiting
    case .main:
      if photo != nil { return .photo }
      switch tab {
      case .feed: return .feed
      case .profile: return .profile
      }
    }
  }
}
