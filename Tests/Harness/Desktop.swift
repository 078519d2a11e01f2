import Foundation
import Glibc
import Platform

/// A desktop session with its own bus and, if wanted, the GNOME keyring.
package final class Desktop {
  private let home: Home
  private let bus: pid_t
  private let output: Int32
  private var keyring: pid_t?

  /// The environment with the bus, besides the variables of the home.
  package let environment: [String: String]

  /// Starts a bus that launches no services automatically.
  ///
  /// Without `unlock` or `start`, there is no keyring.
  package init(_ home: Home) throws {
    self.home = home
    let configuration = home.path + "/bus.conf"
    try """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(home.path)/run/bus</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """.write(toFile: configuration, atomically: true, encoding: .utf8)
    chmod(home.path + "/run", 0o700)
    let (reader, writer) = try Subprocess.pipe()
    do {
      defer { Glibc.close(writer) }
      bus = try Subprocess.start(
        ["dbus-daemon", "--nofork", "--config-file=\(configuration)", "--print-address"],
        environment: home.environment,
        output: writer
      )
    }
    output = reader
    var line: [UInt8] = []
    while !line.contains(UInt8(ascii: "\n")), let bytes = Subprocess.readSome(reader) {
      line += bytes
    }
    let address = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
    environment = home.environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
    guard !address.isEmpty else {
      close()
      throw Failure("dbus-daemon printed no address")
    }
  }

  /// Starts the keyring with its password, and creates it the first time.
  package func unlock() throws {
    let pipe = home.path + "/password"
    unlink(pipe)
    guard mkfifo(pipe, 0o600) == 0 else { throw Failure("mkfifo: errno \(errno)") }
    try start("exec gnome-keyring-daemon --foreground --unlock --components=secrets < '\(pipe)'")
    let descriptor = open(pipe, O_WRONLY | O_CLOEXEC)
    let written = write(descriptor, "secret", 6)
    // The password is the whole file.
    Glibc.close(descriptor)
    guard written == 6 else { throw Failure("the keyring takes no password") }
    try waitForKeyring(isThere: true)
  }

  /// Starts the keyring without its password.
  ///
  /// There is no user who could be prompted for it.
  package func lock() throws {
    try start("exec gnome-keyring-daemon --foreground --components=secrets < /dev/null")
    try waitForKeyring(isThere: true)
  }

  /// Stops the keyring, so that it doesn't reply until it is resumed.
  package func hold() { if let keyring { kill(keyring, SIGSTOP) } }
  package func goOn() { if let keyring { kill(keyring, SIGCONT) } }

  package func endKeyring() throws {
    guard let keyring else { return }
    end(keyring)
    self.keyring = nil
    try waitForKeyring(isThere: false)
  }

  /// Returns the keyring's secret for a session; `nil` if it has none.
  package func secret(_ service: String, _ address: String) throws -> String? {
    let result = try Subprocess.run(
      ["secret-tool", "lookup", "service", service, "address", address],
      environment: environment
    )
    return result.status == 0 ? result.text : nil
  }

  package func close() {
    if let keyring { end(keyring) }
    keyring = nil
    end(bus)
    Glibc.close(output)
  }

  private func start(_ command: String) throws {
    let silent = command + " > '\(home.path)/keyring.log' 2>&1"
    keyring = try Subprocess.start(["sh", "-c", silent], environment: environment)
  }

  private func end(_ process: pid_t) {
    kill(process, SIGKILL)
    Subprocess.wait(for: process)
  }

  private func waitForKeyring(isThere: Bool) throws {
    let question = [
      "dbus-send", "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/",
      "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.secrets",
    ]
    // Each check takes long enough without a pause.
    _ = try eventually("the keyring to be there: \(isThere)", pause: { _ in }) {
      let answer = try Subprocess.run(question, environment: environment).text
      return answer.contains(isThere ? "true" : "false") ? true : nil
    }
  }
}
