import Testing

extension TimeLimitTrait.Duration {
  /// Ends a test that hangs, and no other: the clock runs while a test waits for a thread, in a run
  /// of all tests beside other work for minutes.
  static var hang: Self { .minutes(30) }
}
