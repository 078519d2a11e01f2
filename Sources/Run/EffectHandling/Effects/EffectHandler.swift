import AppCore

/// The interface of objects that perform effects.
package protocol EffectHandler: Sendable {
  /// The current account, as named in the database.
  var account: String { get }

  /// Performs an effect and returns when it has ended.
  ///
  /// Sends its results as actions, in order.
  ///
  /// - Parameter account: The account when the effect was requested. A write that has waited for
  ///   others belongs to this account, even if the user has signed out and opened the demo since.
  func perform(
    _ effect: Effect,
    of account: String,
    send: @escaping @Sendable (AppAction) -> Void
  ) async
}
