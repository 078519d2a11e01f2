import Testing

@Test func endToEndTestsBuild() {}
