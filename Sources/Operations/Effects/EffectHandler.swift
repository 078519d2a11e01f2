import AppCore

/// The interface of objects that perform effects.
package protocol EffectHandler: Sendable {
  /// Performs an effect and returns when it has ended.
  ///
  /// Sends its results as actions, in order.
  func perform(_ effect: Effect, send: @escaping @Sendable (AppAction) -> Void) async
}
