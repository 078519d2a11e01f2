import Testing

@Test func coreTestsBuild() {}
