import Model

/// The topics: categories of featured pictures by subject.
///
/// Categories that don't exist or have become empty are left out by `CommonsSource.topics`.
struct CommonsTopic: Sendable {
  let slug: String
  /// The name of the category, without its namespace.
  let category: String
  private let english: String
  private let russian: String

  private init(_ slug: String, _ english: String, _ russian: String, category: String? = nil) {
    (self.slug, self.english, self.russian) = (slug, english, russian)
    self.category = category ?? "Featured pictures of " + slug.replacing("-", with: " ")
  }

  func title(in language: String) -> String { language == "ru" ? russian : english }

  static let all: [CommonsTopic] = [
    CommonsTopic("landscapes", "Landscapes", "Пейзажи"),
    CommonsTopic("mountains", "Mountains", "Горы"),
    CommonsTopic("forests", "Forests", "Леса"),
    CommonsTopic("lakes", "Lakes", "Озёра"),
    CommonsTopic("coasts", "Coasts", "Побережья"),
    CommonsTopic("waterfalls", "Waterfalls", "Водопады"),
    CommonsTopic("natural-phenomena", "Natural phenomena", "Явления природы"),
    CommonsTopic("astronomy", "Astronomy", "Астрономия"),
    CommonsTopic("night-shots", "Night", "Ночь", category: "Featured night shots"),
    CommonsTopic("animals", "Animals", "Животные"),
    CommonsTopic("birds", "Birds", "Птицы"),
    CommonsTopic("mammals", "Mammals", "Млекопитающие"),
    CommonsTopic("insects", "Insects", "Насекомые"),
    CommonsTopic("fish", "Fish", "Рыбы"),
    CommonsTopic("plants", "Plants", "Растения"),
    CommonsTopic("flowers", "Flowers", "Цветы"),
    CommonsTopic("fungi", "Fungi", "Грибы"),
    CommonsTopic("people", "People", "Люди"),
    CommonsTopic("architecture", "Architecture", "Архитектура"),
    CommonsTopic("cityscapes", "Cityscapes", "Города"),
    CommonsTopic("churches", "Churches", "Храмы"),
    CommonsTopic("bridges", "Bridges", "Мосты"),
    CommonsTopic("lighthouses", "Lighthouses", "Маяки"),
    CommonsTopic("paintings", "Paintings", "Картины"),
    CommonsTopic("food", "Food", "Еда"),
    CommonsTopic("ships", "Ships", "Корабли"),
    CommonsTopic("aircraft", "Aircraft", "Самолёты"),
  ]
}
