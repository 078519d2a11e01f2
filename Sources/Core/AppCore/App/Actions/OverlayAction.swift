import Model

/// An action of an overlay with an input line or rows.
package enum OverlayAction: Equatable, Sendable {
  case typed(TextField.Edit)
  case rowPressed(CommandPaletteState.Row)
  case listPressed(ListID)
  case collectionRowPressed(CollectionEditRow)
  case retryPressed
}
