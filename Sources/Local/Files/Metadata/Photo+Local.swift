import Model

extension Photo {
  /// Whether the photo is from a service on this computer, such as the demo.
  ///
  /// Pages of such a photo mean nothing elsewhere, and after the service has stopped.
  package var isLocal: Bool {
    if let pageURL { return pageURL.isLoopback }
    let address =
      switch picture {
      case .derived(let base): base
      case .sizes(let sizes): sizes.first?.url ?? ""
      }
    return PlainAddress(address)?.isLoopback ?? false
  }
}
