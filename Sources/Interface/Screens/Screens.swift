import AppCore
import Canvas
import Localization
import Model

/// The conversion of the state to frames.
///
/// Pure: the result depends on the arguments only.
package enum Screens {
  /// Draws the screen, the overlays and the alert on top of it, and the hint line.
  package static func render(_ state: AppState, _ context: RenderContext) -> Frame {
    var context = context
    context.texts.hasOwnAddresses = state.launch.hasOwnAddresses
    context.texts.signInOption = state.signInOption
    context.texts.hasAlbums = state.launch.service.hasAlbums
    if state.stage == .main, state.photo != nil, state.program.hasPictures {
      context.hasLight = context.hasLight && !context.theme.leavesBackground
      context.theme = context.hasLight ? context.theme.surround.lit : context.theme.surround
    }
    var painter = Painter(state, context)
    painter.frame.modes.title = Logo.name
    painter.frame.modes.progress = state.downloads.overall.map(TerminalModes.Progress.init)
    guard !state.program.viewport.isTooSmall else {
      let (texts, smallest) = (context.texts, Viewport.smallest)
      let needed = texts.needed(columns: smallest.width, rows: smallest.height)
      let lines = [
        Line(texts[.tooSmall], painter.ink.plain), Line(needed, painter.ink.faint),
      ]
      painter.draw([Block(lines)], in: painter.bounds)
      return painter.frame
    }
    // On a plain screen, what is in front is alone: rows of two things would be read together.
    let isAlone = state.program.isPlain && state.place != state.screen
    if !isAlone { drawScreen(&painter, state) }
    for overlay in isAlone ? Array(state.overlays.suffix(1)) : state.overlays
    where !isAlone || state.alerts.isEmpty {
      painter.frame.modes.focus = nil
      draw(&painter, state, overlay)
    }
    if let alert = state.alerts.first {
      painter.frame.modes.focus = nil
      AlertView.draw(&painter, alert)
    }
    painter.hintLine(state)
    return painter.frame
  }

  /// Returns the pictures to load ahead of their display, the most urgent first.
  package static func prefetch(_ state: AppState) -> [PicturePlacement] {
    guard !state.program.viewport.isTooSmall, state.stage == .main else { return [] }
    if let photo = state.photo { return PhotoScreen.prefetch(state, photo) }
    if state.isShown(.gallery) { return GalleryScreen.prefetch(state) }
    return state.listInView.map { FeedScreen.prefetch(state, $0) } ?? []
  }

  private static func draw(_ painter: inout Painter, _ state: AppState, _ overlay: Overlay) {
    // A press outside of the overlay closes it.
    painter.hit(painter.bounds, .overlayClosed(overlay.place))
    painter.onSurface { draw(&$0, overlay, state) }
  }

  private static func draw(_ painter: inout Painter, _ overlay: Overlay, _ state: AppState) {
    switch overlay {
    case .colors(let chooser): ColorOverlay.draw(&painter, state, chooser)
    case .menu(let menu): MenuOverlay.draw(&painter, state, menu)
    case .share(let share):
      // The menu stays until the code has been made, which happens too fast to be seen.
      if !CodeOverlay.draw(&painter, state, share) { ShareOverlay.draw(&painter, state, share) }
    case .downloads(let list): DownloadsOverlay.draw(&painter, state, list)
    case .help(let help): HelpOverlay.draw(&painter, state, help)
    case .palette(let palette): CommandPaletteOverlay.draw(&painter, state, palette)
    case .chooser(let chooser): ChooserOverlay.draw(&painter, state, chooser)
    case .addressInput(let addressInput): AddressOverlay.draw(&painter, state, addressInput)
    case .check(let check): CheckOverlay.draw(&painter, state, check)
    }
  }

  private static func drawScreen(_ painter: inout Painter, _ state: AppState) {
    switch state.stage {
    case .splash: SplashScreen.draw(&painter, state)
    case .signIn: SignInScreen.draw(&painter, state)
    case .main:
      if let photo = state.photo {
        PhotoScreen.draw(&painter, state, photo)
        return
      }
      painter.tabBar(state)
      if let list = state.listInView {
        if list == .favourites { ProfileHead.draw(&painter, state) }
        FeedScreen.draw(&painter, state, list)
        SelectedPhotoLine.draw(&painter, state, list)
        if list == .favourites { CollectionShelfView.draw(&painter, state) }
        if list.kind == .search { SearchScreen.draw(&painter, state) }
        ListHeading.draw(&painter, state, list)
        DetailsPane.draw(&painter, state, state.layout)
      } else if state.tab == .profile {
        ProfileScreen.draw(&painter, state)
      } else if state.tab == .gallery {
        GalleryScreen.draw(&painter, state)
      }
    }
  }
}
