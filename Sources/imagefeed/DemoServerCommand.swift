import ArgumentParser
import DemoServer
import Localization
import Runtime
import Shell

/// The command that runs only the demo service, for tests and for trying the network code.
struct DemoServerCommand: ParsableCommand {
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

  @Option(help: ArgumentHelp("The hourly request limit.", valueName: "requests"))
  var hourlyLimit = 5000

  func run() throws {
    let environment = ThisProcess.environment
    let texts = Texts(Language(environment: environment))
    Limits.require(Limits.command, texts)
    do throws(DemoServerProgram.Failure) {
      try DemoServerProgram.runUntilSignalled(
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
