import AppCore
import Canvas
import DemoServer
import FoundationEssentials
import Glibc
import HTTP
import Imaging
import Localization
import Logging
import Model
import Pictures
import Platform
import Screens
import Services
import Terminal

/// The interactive program: puts the parts together and runs the loop.
package struct Program {
  /// What the command line decided.
  package struct Options {
    package var isDemo: Bool
    package var edition: Edition
    package var language: Language?
    package var theme: Configuration.Theme?
    package var colors: ColorDepth?
    package var configurationPath: String?
    package var tracePath: String?
    package var logLevel: Logger.Level

    package init(
      isDemo: Bool,
      edition: Edition,
      language: Language?,
      theme: Configuration.Theme?,
      colors: ColorDepth?,
      configurationPath: String?,
      tracePath: String?,
      logLevel: Logger.Level
    ) {
      self.isDemo = isDemo
      self.edition = edition
      self.language = language
      self.theme = theme
      self.colors = colors
      self.configurationPath = configurationPath
      self.tracePath = tracePath
      self.logLevel = logLevel
    }
  }

  /// Why the program did not start; the command line prints it.
  package enum Failure: Error {
    case problem(Problem)
    case terminal(TerminalError)
    case trace(path: String, reason: String)
  }

  let options: Options
  let environment: [String: String]
  let xdg: XDG
  let start: MonotonicTime

  /// - Parameter start: when main began.
  package init(options: Options, environment: [String: String], start: MonotonicTime) {
    self.options = options
    self.environment = environment
    self.start = start
    xdg = XDG(environment: environment)
  }

  /// Runs until the person leaves, a signal asks for it, or the terminal goes.
  ///
  /// - Parameter signals: made on the main thread's first line.
  package func run(signals: SignalDescriptor) throws(Failure) -> AppLoop.Exit {
    let configuration = try loadConfiguration()
    let trace = try openTrace()
    let language =
      options.language ?? configuration.language.chosen ?? Language(environment: environment)
    let traits = TerminalTraits.detect(
      environment: environment,
      colorsOption: options.colors ?? configuration.colors.depth
    )
    let terminal = try openTerminal(traits)
    defer { terminal.close() }

    let logFile = LogFile(path: xdg.logFile)
    let log = Logger(label: "imagefeed") {
      FileLogHandler(label: $0, file: logFile, level: options.logLevel)
    }
    let services = ProgramServices(
      options: options,
      environment: environment,
      xdg: xdg,
      transport: CurlTransport(
        configuration: CurlConfiguration(),
        observer: trace.map(TraceObserver.init)
      ),
      log: log
    )
    let wake = try makeWake()
    let mailbox = Mailbox(wake: wake.wake)
    let pool = ImagingPool()
    let (backend, launch) = services.real(configuration)
    let performer = services.performer(
      backend: backend,
      pool: pool,
      texts: Language.allCases.map(Texts.init),
      configuration: configuration
    )
    var state = AppState(viewport: Viewport(terminal.size), launch: launch)
    if options.isDemo { state.launch.service = Launch.Service.demo }
    let theme = theme(configuration).reduced(to: terminal.colors)
    let loop = AppLoop(
      parts: AppLoop.Parts(
        terminal: terminal,
        signals: signals,
        wake: wake,
        trace: trace
      ),
      engine: Engine(
        state: state,
        performer: performer,
        mailbox: mailbox,
        transport: services.transport,
        pool: pool,
        output: PictureOutput(
          symbols: SymbolOptions(
            colors: terminal.colors,
            symbols: traits.isUTF8 && !traits.isLinuxConsole ? .quadrants : .ascii,
            background: theme.background
          )
        ),
        trace: trace
      ),
      context: RenderContext(
        texts: Texts(language),
        theme: theme,
        glyphs: traits.isUTF8 && !traits.isLinuxConsole ? .unicode : .ascii
      )
    )
    let exit = loop.run()
    // First the person's terminal, then what still runs: a save removes its half-written file.
    terminal.close()
    loop.shutdown()
    return exit
  }

  private func loadConfiguration() throws(Failure) -> Configuration {
    do throws(Problem) {
      return try Configuration.load(
        path: options.configurationPath,
        xdg: xdg,
        environment: environment
      )
    } catch {
      throw .problem(error)
    }
  }

  private func makeWake() throws(Failure) -> WakeDescriptor {
    do throws(DescriptorError) { return try WakeDescriptor() } catch {
      throw .terminal(.device(reason: error.reason))
    }
  }

  private func openTrace() throws(Failure) -> Trace? {
    guard let path = options.tracePath else { return nil }
    guard let trace = Trace(path: path, start: start) else {
      throw .trace(path: path, reason: String(cString: strerror(errno)))
    }
    return trace
  }

  private func openTerminal(_ traits: TerminalTraits) throws(Failure) -> Terminal {
    do throws(TerminalError) {
      return try Terminal(
        tty: TerminalDevice(environment: environment),
        traits: traits,
        environment: environment,
        cacheDirectory: xdg.cacheFolder
      )
    } catch {
      throw .terminal(error)
    }
  }

  /// Dark unless something says otherwise: most terminals are.
  private func theme(_ configuration: Configuration) -> Theme {
    switch options.theme ?? configuration.theme {
    case .light: .light
    case .dark: .dark
    // COLORFGBG is what terminals without a query say: "15;0" is light on black.
    case .auto:
      environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
        .map { $0 == 7 || $0 == 15 } == true ? .light : .dark
    }
  }
}

extension Configuration.Language {
  /// The language named; nil for the environment's.
  var chosen: Language? {
    switch self {
    case .auto: nil
    case .english: .english
    case .russian: .russian
    }
  }
}

extension Configuration.Colors {
  /// The depth named; nil for what the terminal has.
  var depth: ColorDepth? {
    switch self {
    case .auto: nil
    case .trueColor: .trueColor
    case .palette256: .palette256
    case .palette16: .palette16
    case .monochrome: .monochrome
    }
  }
}
