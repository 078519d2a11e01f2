import Testing

@Test func terminalTestsBuild() {}
