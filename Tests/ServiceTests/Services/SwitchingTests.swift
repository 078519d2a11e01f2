import Commons
import AppCore
import Foundation
import Logging
import Model
import Platform
import Settings
import Testing

@testable import Runtime
@testable import ServiceAPI
@testable import Unsplash
@testable import VK

/// The program that runs after switching to another service.
struct `A program after switching services` {
  private func program(isDemo: Bool = false, configuration: String) -> Program {
    var options = Program.Options()
    options.isDemo = isDemo
    options.service = .unsplash
    options.configurationPath = configuration
    options.address = "@ann"
    return Program(options: options, environment: [:], start: .now)
  }

  @Test func `the next program shows the service, which is saved, and nothing else changes`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/config.toml"
    try "# mine\n[vk]\napp_id = 7\n".write(toFile: path, atomically: true, encoding: .utf8)
    let next = program(configuration: path).switched(to: .vk)
    #expect(next.options.service == .vk && next.options.address == nil)
    #expect(next.options.saveProblem == nil && next.options.edition == .extended)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("# mine") && text.contains("app_id = 7"))
    let xdg = XDG(environment: [:])
    let read = try Configuration.load(path: path, xdg: xdg, environment: [:])
    #expect(read.service == .vk)
    let third = next.switched(to: .unsplash)
    #expect(third.options.service == .unsplash)
    #expect(try Configuration.load(path: path, xdg: xdg, environment: [:]).service == .unsplash)
  }

  @Test(arguments: [false, true])
  func `the demo never changes the configuration, however it was entered`(
    wasAskedFor: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/config.toml"
    let first = program(isDemo: wasAskedFor, configuration: path)
    let demo = wasAskedFor ? first : first.enteringDemo(of: .unsplash)
    #expect(demo.options.entersDemo != wasAskedFor && demo.options.service == .unsplash)
    #expect(demo.xdg == XDG(environment: [:], isDemo: true))
    let next = demo.switched(to: .vk)
    #expect(next.options.service == .vk && next.options.saveProblem == nil && next.options.isDemo)
    #expect(!next.options.entersDemo && next.xdg == demo.xdg)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `the service changes even if that can't be saved, and the reason is known`() throws {
    let next = program(configuration: "/proc/imagefeed/config.toml").switched(to: .vk)
    #expect(next.options.service == .vk)
    #expect(next.options.saveProblem?.subject == .configurationChange)
    #expect(next.switched(to: .unsplash).options.service == .unsplash)
  }
}

/// The services that a configuration offers besides its own.
struct `Other services` {
  @Test func `other services follow in the catalogue's order, cyclically`() {
    var configuration = Configuration()
    #expect(configuration.otherEntries.map(\.description.id) == [.vk, .commons])
    configuration.service = .vk
    #expect(configuration.otherEntries.map(\.description.id) == [.commons, .unsplash])
  }
}
