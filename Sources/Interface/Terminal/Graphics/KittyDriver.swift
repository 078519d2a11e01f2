import Canvas
import Platform

/// The driver of kitty's protocol, which sends each image once and then shows it any number of
/// times.
///
/// Among text, a picture consists of placeholder cells, which need no further command. Without
/// placeholders, or for a part of an image, the driver uses direct placements. It never does so
/// inside tmux, because the outer terminal's cursor may be anywhere.
///
/// If the terminal has virtual placements, every image gets one, even if only of a single cell.
/// Otherwise kitty frees images without a placement when the screen is cleared. Before 0.28 (tested
/// with 0.26.5) it also frees them whenever another image is freed. Without virtual placements, no
/// image is freed before exit, and the screen is cleared in another way: see
/// `Terminal.spareImages`.
///
/// The protocol allows no other graphics command before an image is complete. Frames with
/// placeholders contain none, so they can be written at any time. A frame with direct placements
/// first completes the current image if little of it is left. Otherwise it cancels the image, which
/// is later sent again from the start.
final class KittyDriver: PixelDriver {
  /// The maximum number of bytes of an unfinished image that a frame completes instead of
  /// cancelling it.
  private static let maxCompletedBytes = 64 * 1024
  /// The maximum number of bytes of pixels that one frame writes to shared memory or files.
  private static let maxStoredBytes = 8 << 20

  /// An image that a frame shows and the terminal doesn't store.
  struct Request {
    var image: PixelImage
    /// The cells of the picture's box for placeholders; `nil` if the image is placed directly.
    var box: Size?
  }

  /// An image that is being sent.
  struct Upload {
    var request: Request
    var id: UInt32
    var medium: KittyCommands.Medium
    /// The commands that haven't been sent.
    var codes: ArraySlice<[UInt8]>
  }

  let reservedRows = 0
  let losesImagesWhenCleared = true
  private let hasVirtualPlacements: Bool
  private let hasPlaceholders: Bool
  /// Whether direct placements are allowed; false inside tmux.
  private let placesDirectly: Bool
  private let envelope: ([UInt8]) -> [UInt8]
  var images: KittyImages
  private var placements = KittyPlacements()
  /// The images with opacity that the last frame showed.
  private var veils: [PixelImage.Key] = []
  var pixelFiles: PixelFiles
  /// The transferred images that the terminal must fetch before they count as stored.
  var pendingTransfers: [PixelImage.Key: PendingTransfer] = [:]
  /// Whether sending is paused.
  ///
  /// The end of the pause, `heldUntil`, is set by `update(at:)`.
  var isHeld = false
  var heldUntil: MonotonicTime?
  /// The images to be sent after the upload, in the order of the frame.
  private var queue: [Request] = []
  /// The new sizes of virtual placements in cells, which haven't been sent.
  private var boxes: [PixelImage.Key: Size] = [:]
  private(set) var upload: Upload?
  /// The commands to send before those of the upload.
  var codes: [[UInt8]] = []
  var needsFrame = false

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - hasVirtualPlacements: whether the terminal supports virtual placements, which placeholders
  ///     need.
  ///   - hasColors: whether a cell's colour can encode an image ID.
  ///   - images: an empty image table with its budget.
  ///   - medium: the medium for pixels.
  ///   - envelope: wraps each graphics command for a multiplexer; `nil` if there is none.
  init(
    hasVirtualPlacements: Bool,
    hasColors: Bool,
    images: KittyImages,
    medium: GraphicsMedium,
    envelope: (([UInt8]) -> [UInt8])?
  ) {
    self.hasVirtualPlacements = hasVirtualPlacements
    hasPlaceholders = hasVirtualPlacements && hasColors
    placesDirectly = envelope == nil
    self.images = images
    self.envelope = envelope ?? { $0 }
    pixelFiles = PixelFiles(medium: medium)
  }

  deinit { pixelFiles.removeLeftovers() }

  var storedImages: Set<PixelImage.Key> { images.keys }
  var hasPixelsOutsideCells: Bool { !placements.isEmpty }
  var movesImages: Bool { placesDirectly }
  var hasUploads: Bool {
    !isHeld && (upload != nil || !codes.isEmpty || !queue.isEmpty || !boxes.isEmpty)
  }
  var teardownRevision: Int { images.revision }

  var teardown: [UInt8] {
    let ids = images.ids
    guard !ids.isEmpty else { return [] }
    return envelope(KittyCommands.endOfImage)
      + ids.flatMap { envelope(KittyCommands.free(id: $0)) }
  }

  // MARK: Frames

  func plan(_ frame: PictureFrame, cover: inout PixelCover) -> [UInt8] {
    needsFrame = false
    let moved = placesDirectly ? frame.moved : []
    images.show(
      Set(frame.parts.compactMap { Self.image(of: $0)?.key } + moved.map(\.image.key))
    )
    placements.beginFrame()
    var bytes = replaceVeils(with: moved.map(\.image))
    for moved in moved {
      guard let entry = images[moved.image.key] else { continue }
      placements.add(entry.id, source: moved.source, over: moved.rect)
    }
    boxes.removeAll(keepingCapacity: true)
    var storedBytes = 0
    var waiting: [PixelImage.Key: PixelImage] = [:]
    for request in queue { waiting[request.image.key] = request.image }
    queue.removeAll(keepingCapacity: true)
    for part in frame.parts {
      guard case .placed(var image, let source, let isPanned)? = part.picture.pixels else {
        continue
      }
      let isPlaceholder = !isPanned && source.size == image.key.size && canHold(part.box)
      guard isPlaceholder || placesDirectly else { continue }
      let request = Request(image: image, box: isPlaceholder ? part.box : nil)
      if images[image.key] == nil, pendingTransfers[image.key] == nil, upload == nil, !isHeld,
        pixelFiles.accepts(image),
        storedBytes + image.footprint <= Self.maxStoredBytes
      {
        storedBytes += image.footprint
        bytes += sendNow(request)
      }
      if pendingTransfers[image.key] != nil { continue }
      if let entry = images[image.key] {
        show(part, source, entry, request, &cover)
      } else if upload?.request.image.key != image.key,
        !queue.contains(where: { $0.image.key == image.key })
      {
        if image.bytes.isEmpty, let known = waiting[image.key] { image = known }
        if image.bytes.isEmpty {
          // The terminal still stored the image when the picture was prepared, so the picture has
          // no bytes. The next frame has them.
          needsFrame = true
        } else {
          queue.append(Request(image: image, box: request.box))
        }
      }
    }
    return bytes
  }

  private static func image(of part: PictureFrame.Part) -> PixelImage? {
    guard case .placed(let image, _, _)? = part.picture.pixels else { return nil }
    return image
  }

  /// Whether placeholders can draw a box of this size.
  private func canHold(_ box: Size) -> Bool {
    hasPlaceholders && box.width <= PlaceholderMarks.count && box.height <= PlaceholderMarks.count
  }

  /// Draws a visible part of a stored image.
  ///
  /// A virtual placement of another size is first replaced between frames.
  private func show(
    _ part: PictureFrame.Part,
    _ source: Rect,
    _ entry: KittyImages.Entry,
    _ request: Request,
    _ cover: inout PixelCover
  ) {
    guard let box = request.box else {
      placements.add(entry.id, source: source, part: part)
      cover.fill(part.rect, PixelCover.hole)
      return
    }
    if entry.box == box {
      cover.fill(part.rect, entry.id)
    } else if boxes[request.image.key] == nil {
      // Its virtual placement has another size, or it has none yet.
      boxes[request.image.key] = box
    }
  }

  func commands(after damage: PixelDamage) -> [UInt8] {
    if damage.isCleared { placements.invalidateScreen() }
    guard placements.isDirty else { return [] }
    var bytes = finishUpload()
    bytes += "\u{1B}7".utf8
    for code in placements.commands() { bytes += wrap(code) }
    bytes += "\u{1B}8".utf8
    return bytes
  }

  private func wrap(_ code: [UInt8]) -> [UInt8] {
    // Cursor movements stay unwrapped, because the multiplexer must execute them, too.
    code.starts(with: "\u{1B}_".utf8) ? envelope(code) : code
  }

  // MARK: Sending

  func nextCode() -> [UInt8]? {
    if isHeld { return nil }
    if upload == nil, codes.isEmpty, let bytes = sendBox() { return bytes }
    if upload == nil, codes.isEmpty { startUpload() }
    if !codes.isEmpty { return wrap(codes.removeFirst()) }
    guard let code = upload?.codes.popFirst() else { return nil }
    if upload?.codes.isEmpty == true { completeUpload() }
    return wrap(code)
  }

  /// Replaces the virtual placement of an image, to change its size.
  private func sendBox() -> [UInt8]? {
    while let (key, box) = boxes.popFirst() {
      guard let entry = images[key] else { continue }
      placements.remove(id: entry.id)
      images.setBox(box, of: key)
      needsFrame = true
      return wrap(KittyCommands.removeAll(id: entry.id))
        + wrap(KittyCommands.placeVirtually(id: entry.id, cells: box))
    }
    return nil
  }

  private func startUpload() {
    while upload == nil, let request = queue.first {
      queue.removeFirst()
      guard let (id, first) = reserve(request) else { continue }
      codes += first
      let (image, medium) = pixelFiles.prepared(request.image)
      upload = Upload(
        request: request,
        id: id,
        medium: medium,
        codes: transmission(of: image, request, id: id, medium)[...]
      )
    }
  }

  private func completeUpload() {
    guard let upload else { return }
    self.upload = nil
    add(upload.request, id: upload.id, upload.medium)
    needsFrame = true
  }

  /// Reserves an ID for an image.
  ///
  /// - Returns: the ID and the codes to send before it is used; `nil` if the budget has no room.
  func reserve(_ request: Request) -> (UInt32, [[UInt8]])? {
    guard let (id, evicted) = images.reserve(footprint: request.image.footprint) else { return nil }
    for old in evicted + [id] { placements.remove(id: old) }
    return (id, evicted.map(free))
  }

  private func free(_ id: UInt32) -> [UInt8] {
    hasVirtualPlacements ? KittyCommands.free(id: id) : KittyCommands.replace(id: id)
  }

  /// Returns the size of the virtual placement that is created with an image; `nil` if none is.
  private func virtualBox(_ request: Request) -> Size? {
    hasVirtualPlacements ? request.box ?? Size(1, 1) : nil
  }

  /// Returns the commands that send an image and create its virtual placement, if it has one.
  func transmission(
    of image: PixelImage,
    _ request: Request,
    id: UInt32,
    _ medium: KittyCommands.Medium
  ) -> [[UInt8]] {
    guard let box = virtualBox(request) else {
      return KittyCommands.transmit(image, id: id, medium: medium)
    }
    if awaitsFetching(medium) {
      // One command for both, so that tmux can't drop half of it.
      let display = KittyCommands.virtually(cells: box)
      return KittyCommands.transmit(image, id: id, medium: medium, display: display)
    }
    return KittyCommands.transmit(image, id: id, medium: medium)
      + [KittyCommands.placeVirtually(id: id, cells: box)]
  }

  /// Whether the image counts as stored only after the terminal has fetched it.
  private func awaitsFetching(_ medium: KittyCommands.Medium) -> Bool {
    !placesDirectly && medium != .direct
  }

  /// Records an image whose codes have been sent.
  private func add(_ request: Request, id: UInt32, _ medium: KittyCommands.Medium) {
    if awaitsFetching(medium) {
      pendingTransfers[request.image.key] = PendingTransfer(request, id: id, medium: medium)
    } else {
      add(request, id: id)
    }
  }

  /// Records an image as stored by the terminal.
  func add(_ request: Request, id: UInt32) {
    images.add(
      request.image.key,
      id: id,
      footprint: request.image.footprint,
      box: virtualBox(request)
    )
  }

  /// Writes an image to shared memory or a file, and returns the commands that transfer it.
  ///
  /// The commands are short, because they don't contain the pixels.
  private func sendNow(_ request: Request) -> [UInt8] {
    guard let (id, first) = reserve(request) else { return [] }
    let (image, medium) = pixelFiles.prepared(request.image)
    let all = codes + first + transmission(of: image, request, id: id, medium)
    codes.removeAll()
    add(request, id: id, medium)
    return all.flatMap(wrap)
  }

  /// Frees the images with opacity of the last frame, and sends those of this frame.
  private func replaceVeils(with moved: [PixelImage]) -> [UInt8] {
    // The protocol allows no other command within an upload.
    guard upload == nil else { return [] }
    var bytes: [UInt8] = []
    for id in veils.compactMap({ images.drop($0) }) {
      placements.remove(id: id)
      bytes += wrap(free(id))
    }
    veils = []
    for image in moved where image.encoding == .rgba && pixelFiles.accepts(image) {
      veils.append(image.key)
      bytes += sendNow(Request(image: image, box: nil))
    }
    return bytes
  }

  /// Returns the codes that must precede the next graphics command, and ends the current upload.
  private func finishUpload() -> [UInt8] {
    var bytes = codes.flatMap(wrap)
    codes.removeAll()
    guard let upload else { return bytes }
    if upload.codes.reduce(0, { $0 + $1.count }) <= Self.maxCompletedBytes {
      bytes += upload.codes.flatMap(wrap)
      completeUpload()
    } else {
      bytes += wrap(KittyCommands.endOfImage) + wrap(free(upload.id))
      images.cancel(id: upload.id, footprint: upload.request.image.footprint)
      if images.isShown(upload.request.image.key) { queue.insert(upload.request, at: 0) }
      self.upload = nil
    }
    return bytes
  }

  // MARK: Removing images

  func invalidateScreen() { placements.invalidateScreen() }

  func removeAll() {
    images.removeAll()
    veils = []
    placements.removeAll()
    boxes.removeAll()
    queue.removeAll()
    codes.removeAll()
    upload = nil
    needsFrame = false
    pendingTransfers.removeAll()
    (isHeld, heldUntil) = (!placesDirectly, nil)
    pixelFiles.removeLeftovers()
  }
}
