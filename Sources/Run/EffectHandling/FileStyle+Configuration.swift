import Files
import ServiceAPI
import Settings

extension FileStyle {
  /// Creates the style of files in the user's folders from the configuration.
  package init(_ configuration: Configuration) {
    self.init(
      name: configuration.fileName,
      credited: configuration.writesMetadata ? configuration.services.map(\.description) : []
    )
  }
}
