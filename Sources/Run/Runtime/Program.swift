import AppCore
import Canvas
import DemoServer
import Disk
import EffectHandling
import Glibc
import HTTP
import Imaging
import Localization
import Logging
import Model
import Pictures
import Platform
import Screens
import Settings
import Storage
import Terminal

/// The interactive program: assembles the parts and runs the loop.
package struct Program {
  /// The reason why the program did not start.
  ///
  /// The command line prints it.
  package enum Failure: Error {
    case problem(Problem)
    case terminal(TerminalError)
    case trace(path: String, reason: String)
  }

  let options: Options
  let environment: [String: String]
  let xdg: XDG
  let start: MonotonicTime
  private let opening: StoreOpener?
  let sharedResources: SharedResources

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - start: The start time of `main`.
  ///   - opening: The database, if it is already being opened.
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
    xdg = XDG(environment: environment, isDemo: options.isDemo)
  }

  /// The result of a run of the program.
  package struct Outcome {
    package var exit: AppLoop.Exit
    /// The kinds of data that couldn't be written for the next launch, and the path of their
    /// database.
    package var unwritten: [Effect.WriteKind] = []
    package var database = ""
  }

  /// The time limit for shutdown, including waiting for the disk and for other processes that hold
  /// the database lock.
  private static let shutdownTimeout = Duration.milliseconds(1500)

  /// Runs until the user quits, a signal requests the exit, or the terminal closes.
  ///
  /// - Parameter signals: The signals, blocked as the first step of the main thread.
  package func run(signals: SignalDescriptor) throws(Failure) -> Outcome {
    // Returning or throwing isn't a crash.
    defer { opening?.launchGuard.finish() }
    let device = Result { () throws(Failure) in try openDevice() }
    let wake = try makeWake()
    let mailbox = Mailbox(wake: wake.wake)
    // Opening the database is slow, so it starts first.
    func open() -> StoreOpener {
      opening ?? StoreOpener(environment: environment, isDemo: options.isDemo)
    }
    var store: StoreOpener?
    if options.edition.capabilities.contains(.cache), case .success = device { store = open() }
    defer {
      store?.launchGuard.finish()
      store?.releaseStore()
    }
    let (configuration, keys) = try loadConfiguration()
    let trace = try openTrace()
    let tty = try device.get()
    let assembly = Assembly(
      options,
      configuration,
      environment: environment,
      host: sharedResources.demo,
      checks: ServiceCheckQueue { mailbox.post(.check(.asked($0))) },
      onExposure: { mailbox.post(.dataFile(.sessionExposed(path: $0, $1))) },
      onFallback: { mailbox.post(.dataFile(.sessionInFile($0))) },
      connect: { CurlTransport(configuration: $0, observer: trace.map(TraceObserver.init)) }
    )
    let (backend, launch) = assembly.real()
    // Likes of a service without accounts are written in each edition.
    if !launch.service.hasAccounts { store = store ?? open() }
    store?.report(to: mailbox, assembly.log)
    let traits = options.traits(configuration, environment)
    let cell = options.chosenCell(configuration)
    func viewport() -> Viewport {
      Viewport((tty.size() ?? .standard).assuming(cell: cell?.pixels))
    }
    var first = firstScreen(launch, keys, viewport(), configuration, traits)
    let preloader = StartupPreloader(
      assembly,
      backend: backend,
      pool: sharedResources.pool,
      mailbox: mailbox,
      store: store,
      trace: trace,
      first: first
    )

    let followsBackground = (options.theme ?? configuration.theme) == .auto
    let terminal = try openTerminal(
      tty,
      traits,
      graphics: options.graphicsOverride(configuration),
      cell: cell,
      followsColors: followsBackground
    )
    defer { terminal.close() }
    terminal.silenceFolder = xdg.silentTerminalsFolder
    // Send the queries first, so that replies arrive during the rest of the setup.
    terminal.beginProbe()
    var context = first.context
    context.theme = theme(configuration).reduced(to: terminal.interfaceColors)
    context.hasColors = terminal.interfaceColors != .monochrome
    context.hasShades = terminal.pictureColors.hasShades
    guard let ready = preloader.finish() else { return Outcome(exit: .quit) }
    let output = PictureOutput(terminal, theme: context.theme)
    ready.pictures.use(output)
    let engine = Engine(
      state: first.state,
      effectHandler: ready.effectHandler,
      mailbox: mailbox,
      pictures: ready.pictures,
      output: output,
      trace: trace
    )
    reportLaunch(to: engine, assembly.log, store?.launchGuard.safeMode ?? .off, terminal, traits)
    let loop = AppLoop(
      parts: AppLoop.Parts(
        terminal: terminal,
        signals: signals,
        wake: wake,
        trace: trace,
        followsBackground: followsBackground,
        lightsSurround: configuration.surround == .photo,
        launchGuard: store?.launchGuard,
        tmuxNotice: MarkerFile(path: xdg.tmuxNoticeFile)
      ),
      engine: engine,
      context: context
    )
    let exit = loop.run(from: ready.firstAction)
    let deadline = MonotonicTime.now + Self.shutdownTimeout
    ready.effectHandler.environment.store?.endLockWaits(at: deadline)
    // Restore the terminal first, then stop the running effects: a cancelled save removes its
    // incomplete file.
    terminal.close()
    // Writes that give up at the deadline need a little time to report it.
    let unwritten = loop.shutdown(until: deadline + .milliseconds(200))
    // After a switch, the next launch begins with the other service's pictures, so these aren't
    // saved.
    if !exit.isSwitch, .now < deadline {
      first.state.program.viewport = viewport()
      ready.saveSymbols(first, in: xdg.pictureCacheFolder)
    }
    return Outcome(exit: exit, unwritten: unwritten, database: xdg.databaseFile)
  }

  private func loadConfiguration() throws(Failure) -> (Configuration, KeyMap) {
    do throws(Problem) {
      let configuration = try options.configuration(environment, isConnecting: true)
      return (configuration, try configuration.keys.keyMap())
    } catch {
      throw .problem(error)
    }
  }

  /// Returns the state and the screen before the cached feed is known.
  private func firstScreen(
    _ launch: Launch,
    _ keys: KeyMap,
    _ viewport: Viewport,
    _ configuration: Configuration,
    _ traits: TerminalTraits
  ) -> FirstScreen {
    let wanted =
      options.language ?? configuration.language.chosen ?? Language(environment: environment)
    // Without UTF-8 there are no Cyrillic letters.
    let texts = Texts(traits.isUTF8 ? wanted : .english)
    var state = AppState(viewport: viewport, launch: launch)
    state.program.keyMap = keys
    state.program.paletteMemory.words = .texts
    state.launch.isDemo = options.isDemo
    state.program.entersDemo = options.entersDemo
    state.program.isPlain = options.isPlain || configuration.plain
    state.program.hidesBars = configuration.hidesBars(environment: environment)
    state.program.hasPictures = options.graphicsOverride(configuration)?.graphics != .off
    state.program.seed = .random(in: 0 ... .max)
    state.program.searchIdeas = texts.searchIdeas
    state.address = options.address
    state.program.origin = options.origin
    state.beginning = options.beginning
    state.limit = options.limit.map { ListLimit(options.beginning ?? .feed, $0) }
    let context = RenderContext(
      texts: texts,
      theme: theme(configuration).reduced(to: traits.interfaceColors),
      glyphs: Glyphs(
        isASCII: !traits.isUTF8 || traits.isLinuxConsole,
        isPlain: state.program.isPlain
      ),
      hasColors: traits.interfaceColors != .monochrome,
      hasShades: traits.pictureColors.hasShades,
      hasMotion: configuration.motion == .full && !state.program.isPlain
    )
    let output = PictureOutput(colors: traits.pictureColors, theme: context.theme)
    return FirstScreen(state: state, context: context, output: output)
  }

  /// Reports what went wrong before the loop runs.
  private func reportLaunch(
    to engine: Engine,
    _ log: Logger,
    _ safeMode: LaunchGuard.SafeMode,
    _ terminal: Terminal,
    _ traits: TerminalTraits
  ) {
    if safeMode != .off {
      log.warning("the last start failed", metadata: ["safeMode": "\(safeMode)"])
      engine.deliver(.dataFile(.lastStartFailed))
    }
    if terminal.entry != traits.term {
      let name = TextSanitizer.line(traits.term, limit: 40)
      log.warning(
        "no terminfo entry",
        metadata: ["terminal": "\(name)", "used": "\(terminal.entry)"]
      )
      if !options.isSwitched { engine.deliver(.terminalUnknown(name, entry: terminal.entry)) }
    }
    if let problem = options.saveProblem { engine.deliver(.dataFile(.choiceNotKept(problem))) }
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

  /// Returns the theme.
  ///
  /// Dark is the default because most terminals are dark.
  private func theme(_ configuration: Configuration) -> Theme {
    let theme: Theme =
      switch options.theme ?? configuration.theme {
      case .light: .light
      case .dark: .dark
      // Terminals without a colour query set COLORFGBG; "15;0" is light on black.
      case .auto:
        environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
          .map { $0 == 7 || $0 == 15 } == true ? .light : .dark
      }
    return theme.leavingBackground(configuration.background == .terminal)
  }
}
