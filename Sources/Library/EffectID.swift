/// The identity of an effect.
///
/// Starting an effect replaces a running one with the same ID. Effects that must run in order, such
/// as writes to the cache, wait for it instead (`Effect.isOrdered`).
package struct EffectID: Hashable, Sendable {
  /// The part of the program that an effect belongs to.
  package enum Scope: Hashable, Sendable {
    case app, signIn, feed, likes, details, photo, share, profile
    case favourites, search, visit, offers, downloads, gallery, export
  }

  package let scope: Scope
  package let key: String

  package init(_ scope: Scope, _ key: String) {
    self.scope = scope
    self.key = key
  }
}
