import ArgumentParser
import DemoControl
import DemoServer
import Localization
import Runtime

/// The command that runs only the demo service, for tests and for trying the network code.
struct DemoServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo-server",
    abstract: localized(
      "Run only the demo service; its address is printed first.",
      "Запустить только демосервис; сначала выводится его адрес."
    ),
    discussion: DemoFaults.help
  )

  @Option(
    help: .text(
      "The port on 127.0.0.1; 0 takes a free one.",
      "Порт на 127.0.0.1; 0 — любой свободный."
    )
  )
  var port: UInt16 = 0

  @Option(
    name: .customLong("fault"),
    help: .text(
      "A fault to simulate, such as latency=100 or status=503@photos*2; repeatable.",
      "Имитируемый сбой, например latency=100 или status=503@photos*2; можно повторять.",
      value: "fault"
    )
  )
  var faults: [String] = []

  @Option(
    help: .text("The hourly request limit.", "Сколько запросов в час разрешено.", value: "requests")
  )
  var hourlyLimit = 5000

  func run() throws {
    let environment = ThisProcess.environment
    let texts = Texts(Language(environment: environment))
    Limits.require(Limits.files, texts)
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
      let isMisused = if case .server(.fault) = error { true } else { false }
      let status: CommandStatus = isMisused ? .usage : .failed
      Output.fail(texts.cli(error.message), status: status.rawValue)
    }
  }
}
