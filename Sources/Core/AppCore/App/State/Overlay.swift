import Model

/// A view on top of a screen, with its state.
///
/// The last one in `AppState.overlays` has the keyboard.
package enum Overlay: Equatable, Sendable {
  case colors(ColorChooser)
  case menu(MenuState)
  case share(ShareState)
  case downloads(DownloadsListState)
  case help(HelpState)
  case palette(CommandPaletteState)
  case chooser(ChooserState)
  case addressInput(AddressInputState)
  case check(CheckState)

  package var place: Place {
    switch self {
    case .colors: .colors
    case .menu: .menu
    case .share(let share): share.isCodeShown ? .qrCode : .share
    case .downloads: .downloads
    case .help: .help
    case .palette: .palette
    case .chooser: .chooser
    case .addressInput: .address
    case .check: .check
    }
  }

  /// Whether the overlay accepts typed text.
  var acceptsText: Bool {
    if case .help(let help) = self { return help.filter != nil }
    return Set.textLines.contains(place)
  }
}

// Overlays opened by commands, and the actions and commands of the topmost one.
extension Overlay {
  /// Creates the overlay that a command opens in any place; `nil` for other commands.
  init?(openedBy command: Command, over state: AppState) {
    switch command {
    case .help: self = .help(HelpState(place: state.place))
    case .palette where command.places.contains(state.place):
      self = .palette(CommandPaletteState(over: state))
    case .openAddress where command.places.contains(state.place):
      self = .addressInput(AddressInputState())
    default: return nil
    }
  }

  /// Performs an action of the topmost overlay.
  func reduce(_ state: inout AppState, _ action: OverlayAction) -> [Effect] {
    switch action {
    case .typed(let edit): return type(&state, edit)
    case .rowPressed(let row):
      guard case .palette = self else { return [] }
      return run(&state, row)
    case .collectionRowPressed(let row):
      guard case .chooser = self else { return [] }
      return ChooserReducer.choose(&state, row)
    case .listPressed(let list):
      guard case .chooser = self else { return [] }
      return ChooserReducer.choose(&state, list)
    case .retryPressed:
      guard case .chooser = self else { return [] }
      return ChooserReducer.retry(&state)
    }
  }

  private func type(_ state: inout AppState, _ edit: TextField.Edit) -> [Effect] {
    switch self {
    case .palette: CommandPaletteReducer.type(&state, edit)
    case .help: HelpReducer.type(&state, edit)
    case .chooser: return ChooserReducer.type(&state, edit)
    case .addressInput: AddressInputReducer.type(&state, edit)
    case .check: return CheckReducer.type(&state, edit)
    case .colors, .menu, .share, .downloads: break
    }
    return []
  }

  /// Runs a row of the palette in the place below it.
  private func run(_ state: inout AppState, _ row: CommandPaletteState.Row?) -> [Effect] {
    row.flatMap { CommandPaletteReducer.choose(&state, $0) }.map { [.event(.chosen($0))] } ?? []
  }

  /// Offers a command to the overlay, which must be the topmost one.
  ///
  /// Esc closes an overlay that doesn't handle it.
  func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    let handling =
      switch self {
      case .colors: SearchReducer.handleColors(&state, command)
      case .menu: MenuReducer.handle(&state, command)
      case .share: ShareReducer.handle(&state, command)
      case .downloads: DownloadsListReducer.handle(&state, command)
      case .help: HelpReducer.handle(&state, command)
      case .palette(let palette) where command == .open:
        CommandResult.handled(run(&state, palette.focused))
      case .palette: CommandPaletteReducer.handle(&state, command)
      case .chooser: ChooserReducer.handle(&state, command)
      case .addressInput: AddressInputReducer.handle(&state, command)
      case .check: CheckReducer.handle(&state, command)
      }
    guard handling == .ignored, command == .back else { return handling }
    state.overlays.removeLast()
    return .done
  }
}

extension AppState {
  /// Returns the topmost overlay, if its place is still the one of the frame that was pressed.
  func overlay(at place: Place) -> Overlay? { self.place == place ? overlays.last : nil }

  package var colors: ColorChooser? {
    get { overlay { if case .colors(let state) = $0 { state } else { nil } } }
    set { set(newValue.map(Overlay.colors)) { if case .colors = $0 { true } else { false } } }
  }

  package var menu: MenuState? {
    get { overlay { if case .menu(let state) = $0 { state } else { nil } } }
    set { set(newValue.map(Overlay.menu)) { if case .menu = $0 { true } else { false } } }
  }

  package var share: ShareState? {
    get { overlay { if case .share(let state) = $0 { state } else { nil } } }
    set { set(newValue.map(Overlay.share)) { if case .share = $0 { true } else { false } } }
  }

  package var downloadsList: DownloadsListState? {
    get { overlay { if case .downloads(let state) = $0 { state } else { nil } } }
    set { set(newValue.map(Overlay.downloads)) { if case .downloads = $0 { true } else { false } } }
  }

  package var help: HelpState? {
    get { overlay { if case .help(let state) = $0 { state } else { nil } } }
    set { set(newValue.map(Overlay.help)) { if case .help = $0 { true } else { false } } }
  }

  package var commandPalette: CommandPaletteState? {
    get { overlay { if case .palette(let state) = $0 { state } else { nil } } }
    set { set(newValue.map(Overlay.palette)) { if case .palette = $0 { true } else { false } } }
  }

  package var chooser: ChooserState? {
    get { overlay { if case .chooser(let state) = $0 { state } else { nil } } }
    set { set(newValue.map(Overlay.chooser)) { if case .chooser = $0 { true } else { false } } }
  }

  package var addressInput: AddressInputState? {
    get { overlay { if case .addressInput(let state) = $0 { state } else { nil } } }
    set {
      set(newValue.map(Overlay.addressInput)) { if case .addressInput = $0 { true } else { false } }
    }
  }

  package var check: CheckState? {
    get { overlay { if case .check(let state) = $0 { state } else { nil } } }
    set { set(newValue.map(Overlay.check)) { if case .check = $0 { true } else { false } } }
  }

  /// Closes all overlays except a check, because a request waits for its result.
  mutating func closeOverlays() {
    overlays.removeAll { if case .check = $0 { false } else { true } }
  }

  private func overlay<State>(_ read: (Overlay) -> State?) -> State? {
    overlays.lazy.compactMap(read).first
  }

  /// Replaces the overlay of a kind in place, adds it on top, or removes it if the new value is
  /// `nil`.
  private mutating func set(_ overlay: Overlay?, _ isSame: (Overlay) -> Bool) {
    let index = overlays.firstIndex(where: isSame)
    switch (overlay, index) {
    case (let overlay?, let index?): overlays[index] = overlay
    case (let overlay?, nil): overlays.append(overlay)
    case (nil, let index?): overlays.remove(at: index)
    case (nil, nil): break
    }
  }
}
