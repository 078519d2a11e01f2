import Catalogue
import Imaging
import Model
import Operations
import Settings

extension Program {
  /// What stays while one program follows another: the demo service, with its likes, and the
  /// threads that work on pixels.
  package struct SharedResources {
    let demo = DemoHost()
    let pool = ImagingPool()

    package init() {}
  }

  /// Returns the program that follows this one with another service, and makes that the service of
  /// the next start.
  ///
  /// The demo's service is no choice of a real one: the configuration stays as it is.
  ///
  /// - Parameter isDemo: whether the demo was shown, however it was entered.
  package func switched(to service: ServiceID, isDemo: Bool) -> Program {
    Program(
      options: options(switchingTo: service, isDemo: isDemo),
      environment: environment,
      start: start,
      sharedResources: sharedResources
    )
  }

  private func options(switchingTo service: ServiceID, isDemo: Bool) -> Options {
    var next = options
    next.isDemo = isDemo
    next.service = service
    next.address = nil
    next.beginning = nil
    next.notKept = nil
    next.isSwitched = true
    guard !isDemo else { return next }
    let path = options.configurationPath ?? xdg.configFile
    do throws(SettingFailure) {
      try Configuration.set(
        "service",
        to: service.name,
        in: path,
        xdg: xdg,
        services: ServiceCatalogue.all
      )
    } catch {
      if case .problem(let problem) = error {
        next.notKept = problem
      } else {
        next.notKept = Problem(
          .configuration,
          .disk(path: path, reason: "no line for service fits")
        )
      }
    }
    return next
  }
}
