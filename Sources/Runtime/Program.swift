import AppCore
import Canvas
import Catalogue
import DemoServer
import Disk
import FoundationEssentials
import Glibc
import HTTP
import Imaging
import Library
import Localization
import Logging
import Model
import Operations
import Pictures
import Platform
import Screens
import Settings
import Storage
import Terminal

/// The interactive program: puts the parts together and runs the loop.
package struct Program {
  /// What the command line decided.
  package struct Options {
    package var isDemo: Bool
    package var edition: Edition
    /// The service to show; nil for the configuration's.
    package var service: ServiceID?
    package var language: Language?
    package var theme: Configuration.Theme?
    package var colors: ColorDepth?
    package var graphics: Configuration.Graphics?
    package var symbols: SymbolSet?
    package var cell: Configuration.CellSize?
    package var configurationPath: String?
    package var tracePath: String?
    package var logLevel: Logger.Level
    /// An address or id that the program begins with; nil for the feed.
    package var address: String?
    /// A list that it begins with.
    package var beginning: ListID?
    /// Why the service that was chosen last will not be that of the next start; nil where it will.
    package var saveProblem: Problem?
    /// Whether another service was shown before in this process.
    package var isSwitched = false

    package init(
      isDemo: Bool,
      edition: Edition,
      service: ServiceID? = nil,
      language: Language?,
      theme: Configuration.Theme?,
      colors: ColorDepth?,
      graphics: Configuration.Graphics?,
      symbols: SymbolSet? = nil,
      cell: Configuration.CellSize? = nil,
      configurationPath: String?,
      tracePath: String?,
      logLevel: Logger.Level,
      address: String? = nil,
      beginning: ListID? = nil
    ) {
      self.isDemo = isDemo
      self.edition = edition
      self.service = service
      self.language = language
      self.theme = theme
      self.colors = colors
      self.graphics = graphics
      self.symbols = symbols
      self.cell = cell
      self.configurationPath = configurationPath
      self.tracePath = tracePath
      self.logLevel = logLevel
      self.address = address
      self.beginning = beginning
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
  let opening: StoreOpener?
  let sharedResources: SharedResources

  /// - Parameters:
  ///   - start: when main began.
  ///   - opening: the database, where it is already being opened.
  package init(
    options: Options,
    environment: [String: String],
    start: MonotonicTime,
    opening: StoreOpener? = nil,
    sharedResources: SharedResources = SharedResources()
  ) {
    self.sharedResources = sharedResources
    self.options = options
    self.environment = environment
    self.start = start
    self.opening = opening
    xdg = XDG(environment: environment)
  }

  /// How the program has ended.
  package struct Ending {
    package var exit: AppLoop.Exit
    /// What could not be written for the next start, and the database it belongs into.
    package var unwritten: [Effect.WriteKind] = []
    package var database = ""
  }

  /// How long the end may take: for the disk, and for other programs that use the database.
  private static let shutdownTimeout = Duration.milliseconds(1500)

  /// Runs until the person leaves, a signal asks for it, or the terminal goes.
  ///
  /// - Parameter signals: made on the main thread's first line.
  package func run(signals: SignalDescriptor) throws(Failure) -> Ending {
    // However this ends, it is no crash.
    defer { opening?.launchGuard.finish() }
    let device = Result { () throws(Failure) in try openDevice() }
    let logFile = LogFile(path: xdg.logFile)
    let log = Logger(label: "imagefeed") {
      FileLogHandler(label: $0, file: logFile, level: options.logLevel)
    }
    let wake = try makeWake()
    let mailbox = Mailbox(wake: wake.wake)
    // Before anything else that takes its time.
    let store: StoreOpener? =
      if options.edition.capabilities.contains(.cache), case .success = device {
        opening ?? StoreOpener(environment: environment)
      } else {
        nil
      }
    defer {
      store?.launchGuard.finish()
      store?.releaseStore()
    }
    store?.report(to: mailbox, log)
    let (configuration, keys) = try loadConfiguration()
    let trace = try openTrace()
    let traits = options.traits(configuration, environment)
    let wanted =
      options.language ?? configuration.language.chosen ?? Language(environment: environment)
    // Without UTF-8 there are no Cyrillic letters.
    let language = traits.isUTF8 ? wanted : .english
    let followsBackground = (options.theme ?? configuration.theme) == .auto
    let tty = try device.get()
    let services = ServiceOpener(
      edition: options.edition,
      service: options.service,
      location: configuration.credentials,
      configurationPath: options.configurationPath,
      environment: environment,
      xdg: xdg,
      transport: CurlTransport(
        configuration: CurlConfiguration(
          trusting: CertificateAuthorities(configuration, environment: environment)
        ),
        observer: trace.map(TraceObserver.init)
      ),
      log: log,
      host: sharedResources.demo,
      checks: ServiceCheckQueue { mailbox.post(.check(.asked($0))) },
      onExposure: { [xdg] exposure in
        mailbox.post(
          .storage(.sessionExposed(path: xdg.credentialsFile, isLasting: exposure == .lasting))
        )
      },
      onFallback: { mailbox.post(.storage(.sessionInFile($0))) }
    )
    let (backend, launch) = services.real(configuration)
    let cell = options.chosenCell(configuration)
    func viewport() -> Viewport {
      Viewport((tty.size() ?? .standard).assuming(cell: cell?.pixels))
    }
    var state = AppState(viewport: viewport(), launch: launch)
    state.program.keyMap = keys
    state.program.paletteMemory.words = .texts
    state.launch.isDemo = options.isDemo
    // GNU screen shows pictures late or not at all.
    state.program.hidesBars = configuration.bars == .auto && environment["STY"] == nil
    state.program.hasPictures = options.graphicsOverride(configuration)?.graphics != .off
    state.program.topics = Texts(language).topics
    state.address = options.address
    state.beginning = options.beginning
    var context = RenderContext(
      texts: Texts(language),
      theme: theme(configuration).leavingBackground(configuration.background == .terminal)
        .reduced(to: traits.interfaceColors),
      glyphs: traits.isUTF8 && !traits.isLinuxConsole ? .unicode : .ascii,
      hasColors: traits.interfaceColors != .monochrome,
      hasShades: traits.pictureColors.hasShades
    )
    var first = FirstScreen(
      state: state,
      context: context,
      output: PictureOutput(
        colors: traits.pictureColors,
        theme: context.theme
      )
    )
    let preloader = StartupPreloader(
      services,
      backend: backend,
      configuration: configuration,
      pool: sharedResources.pool,
      mailbox: mailbox,
      store: store,
      trace: trace,
      first: first
    )

    let terminal = try openTerminal(
      tty,
      traits,
      graphics: options.graphicsOverride(configuration),
      cell: cell,
      followsColors: followsBackground
    )
    defer { terminal.close() }
    // First of all: the answers are on their way while everything else is made ready.
    terminal.beginProbe()
    context.theme = theme(configuration).reduced(to: terminal.interfaceColors)
    context.hasColors = terminal.interfaceColors != .monochrome
    context.hasShades = terminal.pictureColors.hasShades
    guard let ready = preloader.finish() else { return Ending(exit: .quit) }
    let output = PictureOutput(terminal, theme: context.theme)
    ready.pictures.use(output)
    let engine = Engine(
      state: state,
      effectHandler: ready.effectHandler,
      mailbox: mailbox,
      pictures: ready.pictures,
      output: output,
      trace: trace
    )
    if let safeMode = store?.launchGuard.safeMode, safeMode != .off {
      log.warning("the last start failed", metadata: ["safeMode": "\(safeMode)"])
      engine.deliver(.storage(.lastStartFailed))
    }
    if terminal.entry != traits.term {
      let name = TextSanitizer.line(traits.term, limit: 40)
      log.warning(
        "no terminfo entry",
        metadata: ["terminal": "\(name)", "used": "\(terminal.entry)"]
      )
      if !options.isSwitched { engine.deliver(.terminalUnknown(name, entry: terminal.entry)) }
    }
    if let problem = options.saveProblem { engine.deliver(.storage(.choiceNotKept(problem))) }
    let loop = AppLoop(
      parts: AppLoop.Parts(
        terminal: terminal,
        signals: signals,
        wake: wake,
        trace: trace,
        followsBackground: followsBackground,
        launchGuard: store?.launchGuard
      ),
      engine: engine,
      context: context
    )
    let exit = loop.run(from: ready.firstAction)
    let deadline = MonotonicTime.now + Self.shutdownTimeout
    let kept = ready.effectHandler.environment.store
    kept?.endLockWaits(at: deadline)
    // First the person's terminal, then what still runs: a save removes its half-written file.
    terminal.close()
    // What gives up at the deadline still has to say so.
    let unwritten = loop.shutdown(until: deadline + .milliseconds(200))
    // After another service has been shown, its pictures are those of the next start.
    if exit.service == nil, .now < deadline {
      first.state.program.viewport = viewport()
      ready.saveSymbols(first, in: xdg.pictureCacheFolder)
    }
    return Ending(exit: exit, unwritten: unwritten, database: xdg.databaseFile)
  }

  private func loadConfiguration() throws(Failure) -> (Configuration, KeyMap) {
    do throws(Problem) {
      var configuration = try Configuration.load(
        path: options.configurationPath,
        xdg: xdg,
        environment: environment,
        services: ServiceCatalogue.all
      )
      if let service = options.service { configuration.service = service }
      // The demo's requests are not encrypted.
      if !options.isDemo {
        try CertificateAuthorities(configuration, environment: environment).check()
      }
      return (configuration, try configuration.keys.keyMap())
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
    do throws(DescriptorError) { return try Trace(path: path, start: start) } catch {
      throw .trace(path: path, reason: error.reason)
    }
  }

  private func openDevice() throws(Failure) -> TerminalDevice {
    do throws(TerminalError) { return try TerminalDevice(environment: environment) } catch {
      throw .terminal(error)
    }
  }

  private func openTerminal(
    _ tty: TerminalDevice,
    _ traits: TerminalTraits,
    graphics: ProbeSituation.GraphicsOverride?,
    cell: ChosenCell?,
    followsColors: Bool
  ) throws(Failure) -> Terminal {
    do throws(TerminalError) {
      return try Terminal(
        tty: tty,
        traits: traits,
        environment: environment,
        cacheDirectory: xdg.cacheFolder,
        graphics: graphics,
        symbols: options.symbols,
        cell: cell,
        followsColors: followsColors
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
