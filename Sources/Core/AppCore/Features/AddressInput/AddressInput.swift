import Model

/// The line for a URL of the service's site, or a photo ID.
package struct AddressInputState: Equatable, Sendable {
  package internal(set) var line = TextField()
  /// Whether the text of the line is being looked up.
  package internal(set) var isAsking = false
  /// Whether the looked-up text is neither a URL of the service nor an ID.
  package internal(set) var isUnknown = false

  /// The maximum number of characters in the line.
  static let maxCharacters = 2_000
}

package enum AddressInputAction: Equatable, Sendable {
  /// Text was pasted outside of any text field.
  case pasted(String)
  case found(ListID)
  /// The text names a photo.
  case photoNamed(Photo.ID)
  case photoLoaded(Result<Photo, Problem>)
  /// The text is a link of another configured service.
  case elsewhere(ServiceID, String)
  /// The text is neither a URL of the service nor an ID.
  case unknown
}

package enum AddressInputEffect: Equatable, Sendable {
  case look(String)
  case load(Photo.ID)

  package var id: Effect.ID { Effect.ID(.app, "address") }
}

package enum AddressInputReducer {
  static func reduce(_ state: inout AppState, _ action: AddressInputAction) -> [Effect] {
    switch action {
    case .pasted(let text):
      guard state.offers(.addressInput), state.stage == .main else { return [] }
      return [.addressInput(.look(String(text.prefix(AddressInputState.maxCharacters))))]
    case .found(let list):
      state.addressInput = nil
      return [.event(.destinationChosen(.list(list)))]
    case .photoNamed(let id):
      guard let photo = state.photos[id] else { return [.addressInput(.load(id))] }
      return reduce(&state, .photoLoaded(.success(photo)))
    case .photoLoaded(.success(let photo)):
      state.addressInput = nil
      state.remember(photo)
      return [.event(.destinationChosen(.photo(photo.id)))]
    case .photoLoaded(.failure(let problem)):
      if problem.cause.endsSession { return [.event(.sessionRefused(problem.cause))] }
      state.addressInput?.isAsking = false
      // To the user, the photo itself failed to load, not its details.
      return [state.show(.failed(Problem(.picture, problem.cause), retry: nil))]
    case .elsewhere(let service, let text):
      state.addressInput = nil
      return [.terminal(.openElsewhere(service, text))]
    case .unknown:
      guard state.addressInput != nil else { return [state.show(.unknownAddress)] }
      state.addressInput?.isAsking = false
      state.addressInput?.isUnknown = true
      return []
    }
  }

  /// Looks up the text given on the command line.
  static func begin(_ state: inout AppState) -> [Effect] {
    guard let text = state.address else { return [] }
    state.address = nil
    return state.offers(.addressInput)
      ? [.addressInput(.look(String(text.prefix(AddressInputState.maxCharacters))))]
      : [state.show(.unknownAddress)]
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard let addressInput = state.addressInput else { return .ignored }
    if command == .back, addressInput.isAsking {
      // Esc cancels the lookup.
      state.addressInput = nil
      return .handled([.cancel(AddressInputEffect.look("").id)])
    }
    guard command == .open else { return .ignored }
    let text = addressInput.line.text
    guard !addressInput.isAsking, text.contains(where: { !$0.isWhitespace }) else { return .done }
    state.addressInput?.isAsking = true
    state.addressInput?.isUnknown = false
    return .handled([.addressInput(.look(text))])
  }

  static func type(_ state: inout AppState, _ edit: TextField.Edit) {
    guard state.addressInput?.isAsking == false else { return }
    state.addressInput?.line.apply(edit, limit: AddressInputState.maxCharacters)
    state.addressInput?.isUnknown = false
  }
}
