import ArgumentParser
import DemoServer
import Glibc
import Localization
import Operations
import Platform
import Runtime

/// The demo service alone, for tests and for trying the program's network side.
struct DemoService: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo-server",
    abstract: "Run only the demo service; its address is printed first.",
    discussion: DemoFaults.help
  )

  @Option(help: "The port on 127.0.0.1; 0 takes a free one.")
  var port: UInt16 = 0

  @Option(
    name: .customLong("fault"),
    help: ArgumentHelp(
      "A fault to simulate, such as latency=100 or status=503@photos*2; repeatable.",
      valueName: "fault"
    )
  )
  var faults: [String] = []

  @Option(help: "The hourly request limit.")
  var hourlyLimit = 5000

  func run() throws {
    let environment = Imagefeed.environment
    let texts = Texts(Language(environment: environment))
    do throws(DemoHosting.Failure) {
      try DemoHosting.runUntilSignalled(
        port: port,
        faults: faults,
        hourlyLimit: hourlyLimit,
        environment: environment
      ) { url in
        Output.print(url)
      }
    } catch {
      Output.fail(texts.cli(error.message))
    }
  }
}

/// The photographs' authors and licences.
struct Credits: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "credits",
    abstract: "Print the authors and licences of the demo photographs."
  )

  func run() throws {
    let environment = Imagefeed.environment
    let texts = Texts(Language(environment: environment))
    guard let folder = DataFolder.find(environment: environment) else {
      Output.fail(
        texts.cli(.dataNotFound(searched: DataFolder.places(environment: environment)))
      )
    }
    let path = folder + "/CREDITS.md"
    let text: String
    do throws(DescriptorError) { text = try DataFolder.text(of: path) } catch {
      Output.fail(texts.cli(.fileNotReadable(path: path, reason: error.reason)))
    }
    Output.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
}

/// What the program finds around itself.
struct Checkup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Print what was detected and why, with paths and versions but no secrets."
  )

  @OptionGroup var options: CommonOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let environment = Imagefeed.environment
    let doctor = Doctor(
      options: options.programOptions,
      environment: environment,
      version: Imagefeed.version
    )
    let text =
      json
      ? doctor.json() : doctor.report(options.texts(environment)).joined(separator: "\n")
    Output.print(text)
  }
}
