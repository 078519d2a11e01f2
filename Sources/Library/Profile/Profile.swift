import Model

/// The signed-in person's own page.
package struct ProfileState: Equatable, Sendable {
  package var person: Person?
  package var isLoading = false
  package var problem: Problem?
  /// Age of a cached profile; nil once refreshed.
  package var cacheAge: Duration?
  /// The answer on its way was not asked for by the person, who looks at what is kept.
  package var isRefreshedBehind = false

  package init() {}
}
