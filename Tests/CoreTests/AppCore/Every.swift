@testable import AppCore
import Canvas
import Harness
import Model

/// A sample state for each place.
enum Every {
  static let place: [Place: AppState] = {
    var waiting = Given.signIn()
    waiting.signIn.phase = .waiting(.init(url: "https://u/", route: .loopback(port: 1)))
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
    var palette = Given.feed(30)
    _ = AppReducer.reduce(&palette, .pressed(.palette))
    var alert = profile
    _ = AppReducer.reduce(&alert, .pressed(.signOut))
    var extended = Given.feed(30)
    extended.launch = Given.extendedLaunch
    var favourites = extended
    _ = AppReducer.reduce(&favourites, .tabPressed(.profile))
    _ = AppReducer.reduce(&favourites, .profile(.loaded(.success(Given.person))))
    let liked = AppAction.feed(
      .pageLoaded(1, .success(Given.page(0..<30, next: 2))),
      in: .favourites
    )
    _ = AppReducer.reduce(&favourites, liked)
    var search = extended
    search.tab = .search
    search.search.query = SearchQuery("cat")
    search[search.search.list] = extended.feed
    var searchInput = search
    searchInput.search.isTyping = true
    var colors = search
    colors.colors = ColorChooser()
    let gallery = Given.gallery(5, 30, 1)
    var menu = search
    menu.menu = MenuState(photo: Given.id(0))
    var downloads = extended
    _ = AppReducer.reduce(&downloads, .pressed(.download))
    _ = AppReducer.reduce(&downloads, .pressed(.downloads))
    var slideshow = extended
    _ = AppReducer.reduce(&slideshow, .pressed(.slideshow))
    var comparison = Given.feed(30).extended
    for command in [Command.mark, .mark, .compare] {
      _ = AppReducer.reduce(&comparison, .pressed(command))
    }
    var visit = extended
    _ = AppReducer.reduce(&visit, .pressed(.author))
    let own = AppAction.feed(
      .pageLoaded(1, .success(Given.page(0..<30, next: 2))),
      in: .photographer("ann")
    )
    _ = AppReducer.reduce(&visit, own)
    var chooser = extended
    _ = AppReducer.reduce(&chooser, .pressed(.topics))
    var address = extended
    _ = AppReducer.reduce(&address, .pressed(.openAddress))
    var check = extended
    check.check = CheckState(ServiceCheck(.letters, page: "https://service.test/captcha"))
    return [
      .check: check,
      .visit: visit, .chooser: chooser, .address: address, .favourites: favourites, .search: search,
      .searchInput: searchInput, .colors: colors,
      .gallery: gallery,
      .menu: menu, .downloads: downloads,
      .splash: Given.splash(), .signIn: Given.signIn(), .signInWaiting: waiting,
      .signInInput: input, .feed: Given.feed(30), .profile: profile,
      .photo: Given.fullScreen(3), .slideshow: slideshow, .comparison: comparison, .share: share,
      .qrCode: code,
      .help: help, .palette: palette, .alert: alert,
    ]
  }()
}
