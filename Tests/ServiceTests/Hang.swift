import Testing

extension TimeLimitTrait.Duration {
  /// A limit that only ends tests that hang.
  ///
  /// The clock runs while a test waits for a thread. In a full run on a busy computer that takes
  /// minutes.
  static var hang: Self { .minutes(30) }
}
