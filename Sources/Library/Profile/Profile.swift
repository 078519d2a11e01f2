import Model

/// The profile of the signed-in user.
package struct ProfileState: Equatable, Sendable {
  package var person: Person?
  package var isLoading = false
  package var problem: Problem?
  /// The age of a cached profile; `nil` once it has been refreshed.
  package var cacheAge: Duration?
  /// Whether the current request refreshes a displayed profile in the background, without a command
  /// of the user.
  package var isRefreshedInBackground = false

  package init() {}
}
