import Foundation
import Glibc
import Harness
import Testing

/// `scripts/dependencies` on systems that are simulated by stand-ins on `PATH`.
@Suite struct DependencyTests {
  private let home: Home
  private var bin: String { home.path + "/bin" }

  init() throws { home = try Home() }

  /// Runs the script with only a few tools of this computer and the stand-ins.
  private func run(_ stage: String, _ standIns: [String: String]) throws -> Subprocess.Result {
    defer { home.remove() }
    mkdir(bin, 0o755)
    for tool in ["bash", "sh", "env", "sed", "awk", "sort", "head", "tr", "uname", "cat"] {
      let path = try Subprocess.text(["sh", "-c", "command -v \(tool)"], environment: Stage.path)
      symlink(path.trimmingCharacters(in: .whitespacesAndNewlines), "\(bin)/\(tool)")
    }
    let others = [
      "id": "echo 0", "swift": "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'",
    ]
    for (name, text) in others.merging(standIns, uniquingKeysWith: { $1 }) {
      let path = "\(bin)/\(name)"
      try "#!\(bin)/sh\n\(text)\n".write(toFile: path, atomically: true, encoding: .utf8)
      chmod(path, 0o755)
    }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let script = root.appending(path: "scripts/dependencies")
    return try Subprocess.run(
      ["\(bin)/bash", "-c", "bash '\(script.path)' \(stage) 2>&1"],
      environment: ["PATH": bin, "HOME": home.path]
    )
  }

  @Test(arguments: [
    ("dnf", "dnf install git gcc-c++ binutils", "libcurl-devel turbojpeg-devel"),
    ("pacman", "pacman -S --needed git gcc binutils", "curl libjpeg-turbo"),
    ("zypper", "zypper install git gcc-c++ binutils", "libcurl-devel libjpeg8-devel"),
    ("apk", "apk add git g++ binutils", "curl-dev libjpeg-turbo-dev"),
  ])
  func `without apt, one command to paste is printed`(
    manager: String,
    command: String,
    libraries: String
  ) throws {
    let result = try run("build", [manager: "echo must not run"])
    #expect(result.status == 1)
    #expect(result.text.contains("  \(command)"), "\(result.text)")
    #expect(result.text.contains(libraries), "\(result.text)")
    #expect(!result.text.contains("must not run"))
  }

  @Test func `without a known package manager, missing packages are listed`() throws {
    let result = try run("build", [:])
    #expect(result.status == 1)
    #expect(result.text.contains("git g++ ld strip pkg-config tic infocmp ncursesw libcurl"))
  }

  @Test func `apt installs the first candidates that it knows`() throws {
    let result = try run(
      "test",
      [
        "apt-get": "echo apt-get \"$@\"",
        // It knows the name dbus-daemon, but has no such package.
        "apt-cache": """
        case $2 in dbus-daemon) echo '  Candidate: (none)' ;; *) echo '  Candidate: 1.0-1' ;; esac
        """,
      ]
    )
    // The stand-in installs nothing.
    #expect(result.status == 1 && result.text.contains("still missing after the installation"))
    #expect(result.text.contains("apt-get update"))
    let line = try #require(result.text.split(separator: "\n").first { $0.contains(" install ") })
    let packages = line.split(separator: " ").map(String.init)
    for package in [
      "dbus", "dbus-bin", "kitty-terminfo", "jq", "fish", "libsecret-1-dev", "liblcms2-dev",
    ] {
      #expect(packages.contains(package), "\(package)")
    }
    #expect(!packages.contains("dbus-daemon"))
  }

  @Test func `a toolchain that doesn't run is reported with its own error`() throws {
    let words = "swift: error while loading shared libraries: libxml2.so.2: cannot open"
    let result = try run("build", ["swift": "echo '\(words)' >&2; exit 127", "apt-get": "exit 9"])
    #expect(result.status == 1)
    #expect(result.text.hasPrefix(words), "\(result.text)")
    #expect(result.text.contains("does not start") && result.text.contains("libxml2-dev"))
  }

  @Test func `a toolchain that is too old is refused`() throws {
    let result = try run("build", ["swift": "echo 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'"])
    #expect(result.status == 1 && result.text.contains("Swift 5.10 is too old"))
  }
}
