import AppCore

/// Performs effects.
package protocol EffectHandler: Sendable {
  /// Performs an effect that runs; results go to `send`, in their order, until it returns.
  func perform(_ effect: Effect, send: @escaping @Sendable (AppAction) -> Void) async
}
