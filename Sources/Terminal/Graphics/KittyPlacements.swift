import Canvas

/// The images that lie directly on the screen, each part of a picture as a placement of its own.
struct KittyPlacements {
  private struct Name: Hashable {
    let id: UInt32
    let placement: UInt32
  }

  private struct Area: Equatable {
    var rect: Rect
    /// In pixels of the image.
    var source: Rect
  }

  private var placed: [Name: Area] = [:]
  private var target: [Name: Area] = [:]
  /// What is placed may have been cleared away, or moved.
  private var isUncertain = false

  /// Whether nothing is placed, nor will be.
  var isEmpty: Bool { placed.isEmpty && target.isEmpty }
  /// Whether `commands` has something to say.
  var isDirty: Bool { placed != target || (isUncertain && !placed.isEmpty) }

  mutating func beginFrame() { target.removeAll(keepingCapacity: true) }

  /// Adds a placement of a part of an image.
  ///
  /// - Parameter source: the pixels of the image that the whole box would show.
  mutating func add(_ id: UInt32, source: Rect, part: PictureFrame.Part) {
    var placement: UInt32 = 1
    while target[Name(id: id, placement: placement)] != nil { placement += 1 }
    target[Name(id: id, placement: placement)] = Area(
      rect: part.rect,
      source: Self.pixels(of: part.inBox, box: part.box, source: source)
    )
  }

  /// The pixels that some cells of a box show: neighbours share their edges.
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

  /// Marks all placements as uncertain: the terminal may have cleared its screen.
  mutating func invalidateScreen() { isUncertain = true }

  /// Removes the placements of an image that was freed.
  mutating func remove(id: UInt32) { placed = placed.filter { $0.key.id != id } }

  mutating func removeAll() { self = KittyPlacements() }

  /// The escape codes that make what is placed what is wanted; the cursor moves.
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
          cells: area.rect.size
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
