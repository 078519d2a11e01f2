import AppCore
import Canvas
import Model

/// One state for each place.
enum Every {
  static let place: [Place: AppState] = {
    var waiting = Given.signIn()
    waiting.signIn.phase = .waiting(.init(url: "u", route: .loopback(port: 1)))
    var input = waiting
    _ = AppReducer.reduce(&input, .pressed(.paste))
    var profile = Given.feed(30)
    _ = AppReducer.reduce(&profile, .pressed(.profileTab))
    var share = Given.feed(30)
    _ = AppReducer.reduce(&share, .pressed(.share))
    var code = share
    code.share?.code = .linkTooLong
    var help = Given.feed(30)
    _ = AppReducer.reduce(&help, .pressed(.help))
    var alert = profile
    _ = AppReducer.reduce(&alert, .pressed(.signOut))
    return [
      .splash: Given.splash(), .signIn: Given.signIn(), .signInWaiting: waiting,
      .signInInput: input, .feed: Given.feed(30), .profile: profile,
      .photo: Given.fullScreen(3), .share: share, .qrCode: code,
      .help: help, .alert: alert,
    ]
  }()
}
