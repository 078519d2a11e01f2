import Catalogue
import Imaging
import Model
import Operations
import Settings

extension Program {
  /// The resources that outlive a program when another one follows in this process: the demo
  /// service with its likes, and the imaging threads.
  package struct SharedResources {
    let demo = DemoHost()
    let pool = ImagingPool()

    package init() {}
  }

  /// Returns the program to run next, with another service.
  ///
  /// The choice is also saved for the next launch. In the demo the configuration isn't changed,
  /// because the demo's service isn't a choice of a real one.
  ///
  /// - Parameter isDemo: Whether the demo was shown, however it was entered.
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
    next.saveProblem = nil
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
        next.saveProblem = problem
      } else {
        next.saveProblem = Problem(
          .configuration,
          .disk(path: path, reason: "no line for service fits")
        )
      }
    }
    return next
  }
}
