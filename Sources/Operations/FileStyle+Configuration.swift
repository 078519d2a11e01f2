import Files
import ServiceAPI
import Settings

extension FileStyle {
  /// The form that the configuration gives files in a person's folders.
  package init(_ configuration: Configuration) {
    self.init(
      name: configuration.fileName,
      credited: configuration.writesMetadata ? configuration.services.map(\.description) : []
    )
  }
}
