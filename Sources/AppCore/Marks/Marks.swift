import Library
import Model

package enum MarksAction: Equatable, Sendable {
  /// A photograph's mark was pressed, or the photograph with Ctrl.
  case toggled(Photo.ID)
}

/// Marks of photographs, in every list and in the gallery, to do something with several at once.
///
/// They belong to their list, and go with it.
package enum MarksReducer {
  package static func reduce(_ state: inout AppState, _ action: MarksAction) -> [Effect] {
    guard state.offers(.marks), Set.marking.contains(state.place) else { return [] }
    switch action {
    case .toggled(let id): if state.photosInFront.contains(id) { toggle(&state, id) }
    }
    return []
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard state.offers(.marks) else { return .ignored }
    if command == .mark { return .handled(mark(&state)) }
    if command == .markAll, !state.isInFront(.gallery) {
      // Twice takes them away again.
      let all = Set(state.photosInFront)
      state.marks = state.marks == all ? [] : all
      return .done
    }
    let ids = state.marked
    guard !ids.isEmpty else { return .ignored }
    switch command {
    case .back: state.marks = []
    case .like: return .handled(state.like(ids))
    case .download: return .handled(state.download(ids))
    case .export: return .handled(state.openExport(of: ids))
    case .collect: return .handled(state.chooseCollection(for: ids))
    case .share: state.share = ShareState(photos: ids)
    default: return .ignored
    }
    return .done
  }

  /// Marks the selected photograph, or takes its mark away, and goes on to the next; with a count,
  /// so many of them.
  private static func mark(_ state: inout AppState) -> [Effect] {
    let photos = state.photosInFront
    let list = state.listInView
    let start = list.map { state.views[$0].selection } ?? state.program.galleryView.selection
    let end = min(photos.count, start + state.times)
    guard photos.indices.contains(start), start < end else { return [] }
    for id in photos[start..<end] { toggle(&state, id) }
    let next = min(end, photos.count - 1)
    return [.event(.selectionMoved(in: list, next))]
  }

  private static func toggle(_ state: inout AppState, _ id: Photo.ID) {
    if state.marks.remove(id) == nil { state.marks.insert(id) }
  }
}

extension AppState {
  /// The marks of the list or gallery in front, or below full screen.
  package var marks: Set<Photo.ID> {
    get {
      if isInFront(.gallery) { return program.galleryView.marks }
      return listInView.map { views[$0].marks } ?? []
    }
    set {
      if isInFront(.gallery) {
        program.galleryView.marks = newValue
      } else if let list = listInView {
        views[list].marks = newValue
      }
    }
  }

  /// The same in their order.
  package var marked: [Photo.ID] {
    let marks = marks
    return marks.isEmpty ? [] : photosInFront.filter(marks.contains)
  }

  /// Whether keys act on marked photographs rather than on one.
  package var hasMarks: Bool { Set.marking.contains(place) && !marks.isEmpty }

  /// The photographs of the list or gallery in front.
  fileprivate var photosInFront: [Photo.ID] {
    isInFront(.gallery)
      ? gallery.groups.flatMap(\.ids) : listInView.map { self[$0].order } ?? []
  }
}

extension Set<Place> {
  /// Where photographs can be marked.
  package static let marking: Set = Set.lists.union([.gallery])
}
