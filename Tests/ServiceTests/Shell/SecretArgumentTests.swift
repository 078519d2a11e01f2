import Testing

@testable import Shell

/// The parser's messages about wrong arguments, one of which is a secret.
@Suite struct SecretArgumentTests {
  @Test(arguments: [
    ("config set unsplash.access_key -hush", "Unknown option '-hush'", "Unknown option '...'"),
    ("config set vk.service_key a hush", "Unexpected argument 'hush'", "Unexpected argument '...'"),
    ("config set unsplash.secret_key -h'ush", "Unknown option '-h'ush'", "Unknown option '...'"),
    (
      "login --with-token=hush",
      "The option '--with-token' does not take any value, but 'hush' was specified.",
      "The option '...' was specified."
    ),
    ("login --with-token hush", "Unexpected argument 'hush'", "Unexpected argument '...'"),
    ("login hush", "Unexpected argument 'hush'", "Unexpected argument '...'"),
  ])
  func `the message doesn't quote it`(command: String, message: String, expected: String) {
    let usage = "\nUsage: imagefeed config\n  See 'imagefeed config --help' for more information."
    let arguments = command.split(separator: " ").map(String.init)
    let said = SecretArguments.hidden(in: "Error: " + message + usage, of: arguments)
    #expect(said == "Error: " + expected + usage)
  }

  @Test(arguments: [
    ("login --no-browse", "Unknown option '--no-browse'. Did you mean '--no-browser'?"),
    ("config set theme dark light", "Unexpected argument 'light'"), ("login --with-token", "None"),
  ])
  func `other messages stay`(command: String, message: String) {
    let arguments = command.split(separator: " ").map(String.init)
    #expect(SecretArguments.hidden(in: message, of: arguments) == message)
  }
}
