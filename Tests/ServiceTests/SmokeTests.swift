import Testing

@Test func serviceTestsBuild() {}
