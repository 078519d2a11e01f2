import Model

/// The scroll position, selection and marks in the gallery.
package struct GalleryView: Equatable, Sendable {
  /// Whether the gallery has been on the screen; until then its newest photo is selected.
  package var isVisited = false
  /// The index of the selected tile among the tiles of all groups.
  package var selection = 0
  /// The preferred column for moving up and down, even past a shorter row.
  package var column = 0
  /// The number of rows above the body.
  package var top = 0
  /// Whether the last movement was upwards.
  ///
  /// Pictures are prefetched in the direction of movement.
  package var isMovingUp = false
  package var marks: Set<Photo.ID> = []
  /// The chosen size of the photos; `nil` until one is chosen.
  package var size: RowSize?
  /// The photo to open in full screen once it has been read.
  package var opening: Photo.ID?
  /// The commands to perform, in this order, once their photos have been read.
  package var waiting: [Command] = []
  /// The photos being read.
  package var reading: Set<Photo.ID> = []
  /// The photos that the database no longer has, or that couldn't be read.
  package var unreadable: Set<Photo.ID> = []

  /// Forgets the photos being read and the commands that wait for them, because the reading was
  /// cancelled.
  mutating func cancelReading() {
    (opening, waiting, reading, unreadable) = (nil, [], [], [])
  }
}
