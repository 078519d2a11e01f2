import Model

/// The signed-in person's own page.
package struct ProfileState: Equatable, Sendable {
  package var person: Person?
  package var isLoading = false
  package var problem: Problem?
  /// How long ago the service told what is shown, while that is kept from an earlier start.
  package var cacheAge: Duration?
  /// The answer on its way was not asked for by the person, who looks at what is kept.
  package var isRefreshedBehind = false

  package init() {}
}
