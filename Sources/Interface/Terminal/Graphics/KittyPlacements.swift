import Canvas

/// The direct placements on the screen.
///
/// Each visible part of a picture has its own placement.
struct KittyPlacements {
  private struct Name: Hashable {
    let id: UInt32
    let placement: UInt32
  }

  private struct Area: Equatable {
    var rect: Rect
    /// The part of the image that is shown, in pixels.
    var source: Rect
    /// Whether the placement covers other images.
    var isOnTop = false
  }

  private var placed: [Name: Area] = [:]
  private var target: [Name: Area] = [:]
  /// Whether the terminal may have removed or moved the placements.
  private var isUncertain = false

  /// Whether there are no placements on the screen or in the next frame.
  var isEmpty: Bool { placed.isEmpty && target.isEmpty }
  /// Whether `commands` would return any codes.
  var isDirty: Bool { placed != target || (isUncertain && !placed.isEmpty) }

  mutating func beginFrame() { target.removeAll(keepingCapacity: true) }

  /// Adds a placement for a visible part of a picture.
  ///
  /// - Parameter source: the part of the image that would fill the whole box, in pixels.
  mutating func add(_ id: UInt32, source: Rect, part: PictureFrame.Part) {
    var placement: UInt32 = 1
    while target[Name(id: id, placement: placement)] != nil { placement += 1 }
    target[Name(id: id, placement: placement)] = Area(
      rect: part.rect,
      source: Self.pixels(of: part.inBox, box: part.box, source: source)
    )
  }

  /// Adds a placement that covers the cells below it, and their images.
  ///
  /// - Parameter source: the part of the image that fills the cells, in pixels.
  mutating func add(_ id: UInt32, source: Rect, over rect: Rect) {
    // No other placement of the image has this ID.
    let name = Name(id: id, placement: .max)
    target[name] = Area(rect: rect, source: source, isOnTop: true)
  }

  /// Returns the pixels for some cells of a box.
  ///
  /// The results for neighbouring cells meet without gap or overlap.
  static func pixels(of cells: Rect, box: Size, source: Rect) -> Rect {
    func edge(_ cell: Int, _ cells: Int, _ pixels: Int) -> Int {
      (2 * cell * pixels + cells) / (2 * cells)
    }
    let left = edge(cells.x, box.width, source.width)
    let right = edge(cells.maxX, box.width, source.width)
    let top = edge(cells.y, box.height, source.height)
    let bottom = edge(cells.maxY, box.height, source.height)
    return Rect(
      x: source.x + left,
      y: source.y + top,
      width: max(1, right - left),
      height: max(1, bottom - top)
    )
  }

  /// Marks all placements as uncertain, because the terminal may have cleared its screen.
  mutating func invalidateScreen() { isUncertain = true }

  /// Removes the records of an image's placements after the image was freed.
  mutating func remove(id: UInt32) { placed = placed.filter { $0.key.id != id } }

  mutating func removeAll() { self = KittyPlacements() }

  /// Returns the codes that update the placements on the screen.
  ///
  /// The codes move the cursor.
  mutating func commands() -> [[UInt8]] {
    var codes: [[UInt8]] = []
    for name in Self.sorted(placed) where target[name] == nil {
      codes.append(KittyCommands.remove(id: name.id, placement: name.placement))
    }
    for name in Self.sorted(target) {
      guard let area = target[name], isUncertain || placed[name] != area else { continue }
      codes.append(Array("\u{1B}[\(area.rect.y + 1);\(area.rect.x + 1)H".utf8))
      codes.append(
        KittyCommands.place(
          id: name.id,
          placement: name.placement,
          source: area.source,
          cells: area.rect.size,
          isOnTop: area.isOnTop
        )
      )
    }
    placed = target
    isUncertain = false
    return codes
  }

  private static func sorted(_ areas: [Name: Area]) -> [Name] {
    areas.keys.sorted { ($0.id, $0.placement) < ($1.id, $1.placement) }
  }
}
