import Model

extension AppState {
  /// The marks of the current list or gallery, which full screen may cover.
  package var marks: Set<Photo.ID> {
    get { marksPath.map { self[keyPath: $0] } ?? [] }
    set { if let marksPath { self[keyPath: marksPath] = newValue } }
  }

  /// The marked photos in the order of their list.
  package var marked: [Photo.ID] {
    let marks = marks
    return marks.isEmpty ? [] : currentPhotos.filter(marks.contains)
  }

  /// Whether keys act on the marked photos instead of the selected one.
  package var hasMarks: Bool { Set.marking.contains(place) && !marks.isEmpty }

  /// The reason the marked photos can't be compared; `nil` if they can.
  package var missingPair: UnavailableReason? {
    marks.count != 2 ? .notTwoMarks : program.hasPictures ? nil : .noPictures
  }

  private var marksPath: WritableKeyPath<AppState, Set<Photo.ID>>? {
    isShown(.gallery) ? \.program.galleryView.marks : listInView.map { \.views[$0].marks }
  }

  /// The photos of the current list or gallery.
  var currentPhotos: [Photo.ID] {
    isShown(.gallery)
      ? gallery.groups.flatMap(\.ids) : listInView.map { self[$0].order } ?? []
  }
}
