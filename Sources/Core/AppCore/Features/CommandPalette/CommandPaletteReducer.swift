import Canvas

package enum CommandPaletteReducer {
  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .moveUp: state.commandPalette?.move(by: -1)
    case .moveDown: state.commandPalette?.move(by: 1)
    case .pageUp: state.commandPalette?.move(by: -Command.rowsPerPage)
    case .pageDown: state.commandPalette?.move(by: Command.rowsPerPage)
    case .nextTab: state.commandPalette?.cycle(by: 1)
    case .previousTab: state.commandPalette?.cycle(by: -1)
    default: return .ignored
    }
    return .done
  }

  static func type(_ state: inout AppState, _ edit: TextField.Edit) {
    // The key that opens the palette isn't typed into an empty line.
    if state.commandPalette?.line.text.isEmpty == true, case .insert(let text) = edit,
      text.count == 1,
      let character = text.first,
      state.program.keyMap.keys(of: .palette).contains(.character(character))
    {
      return
    }
    state.commandPalette?.type(edit)
  }

  /// Closes the palette, unless the row's command is unavailable.
  ///
  /// - Returns: the row's action for the screen below; `nil` if the palette no longer has the row.
  static func choose(_ state: inout AppState, _ row: CommandPaletteState.Row) -> AppAction? {
    guard let palette = state.commandPalette, palette.rows.contains(row) else { return nil }
    if case .command(let command) = row, let reason = reason(command, state) {
      return .unavailable(command, reason)
    }
    state.commandPalette = nil
    switch row {
    case .command(let command):
      state.program.paletteMemory.recent.removeAll { $0 == command }
      state.program.paletteMemory.recent.insert(command, at: 0)
      return .pressed(command)
    case .photo(let number, isLast: _):
      state.count = Count(number, at: state.place)
      return .pressed(.last)
    }
  }

  /// Returns the reason a command can't be used in the place below the palette; `nil` if it can.
  package static func reason(_ command: Command, _ state: AppState) -> UnavailableReason? {
    command.unavailable(in: below(state))
  }

  /// Returns the state without the palette.
  package static func below(_ state: AppState) -> AppState {
    var below = state
    below.commandPalette = nil
    return below
  }
}
