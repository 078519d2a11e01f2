import Catalogue
import EffectHandling
import Imaging
import Model
import Settings

extension Program {
  /// The resources that outlive a program when another one follows in this process: the demo
  /// service with its likes, and the imaging threads.
  package struct SharedResources {
    let demo = DemoHost()
    let pool = ImagingPool()
  }

  /// Returns the program to run next, with another service.
  ///
  /// The choice is also saved for the next launch. In the demo the configuration isn't changed,
  /// because the demo's service isn't a choice of a real one.
  package func switched(to service: ServiceID) -> Program {
    var next = optionsAfterThis
    next.service = service
    if !options.isDemo { next.saveProblem = save(service) }
    return program(next)
  }

  /// Returns the program to run next, with another service at one of its links, or without a link
  /// back from there.
  ///
  /// The next launch shows the same service as before.
  package func followed(to service: ServiceID, _ address: String?) -> Program {
    var next = optionsAfterThis
    next.service = service
    next.address = address
    next.origin = address.flatMap { _ in current }
    return program(next)
  }

  /// The service that this program shows.
  private var current: ServiceID? {
    options.service ?? (try? options.configuration(environment))?.service
  }

  /// Returns the program to run next, which signs in to the demo of a service.
  package func enteringDemo(of service: ServiceID) -> Program {
    var next = optionsAfterThis
    next.service = service
    next.isDemo = true
    next.entersDemo = true
    return program(next)
  }

  private func program(_ options: Options) -> Program {
    Program(
      options: options,
      environment: environment,
      start: start,
      sharedResources: sharedResources
    )
  }

  private var optionsAfterThis: Options {
    var next = options
    next.address = nil
    next.beginning = nil
    next.origin = nil
    next.saveProblem = nil
    next.isSwitched = true
    next.entersDemo = false
    return next
  }

  /// Saves the service to show at the next launch; returns the reason if that fails.
  private func save(_ service: ServiceID) -> Problem? {
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
      guard case .problem(let problem) = error else {
        return Problem(.configuration, .disk(path: path, reason: "no line for service fits"))
      }
      return problem
    }
    return nil
  }
}
