import ArgumentParser
import Localization
import Runtime

/// The command that prints what the program has detected in its environment.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: localized(
      "Print what was detected and why, with paths and versions but no secrets.",
      "Вывести, что определила программа и почему: пути, версии, но не секреты."
    )
  )

  @Flag(help: .text("Print one JSON object.", "Вывести один объект JSON."))
  var json = false

  @OptionGroup var source: SourceOptions
  @OptionGroup var screen: ScreenOptions

  func run() throws {
    let environment = ThisProcess.environment
    Limits.require(Limits.command, source.texts())
    let doctor = Doctor(options: screen.options(source), environment: environment)
    let text =
      json
      ? doctor.json() : doctor.report(source.texts()).joined(separator: "\n")
    Output.print(text)
  }
}
