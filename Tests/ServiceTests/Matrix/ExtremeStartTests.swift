import AppCore
import Canvas
import GRDB
import HTTP
import Harness
import Localization
import Model
import Storage
import Testing

/// The whole program with extreme numbers from services and the database: all screens, and two
/// runs.
@Suite(.serialized, .timeLimit(.hang)) struct `Extreme numbers in the program` {
  private let folder: TemporaryFolder
  private var database: String { folder.path + "/imagefeed.db" }

  init() throws { folder = try TemporaryFolder() }

  /// Returns the sides of successive photos; the last ones are unchanged.
  private static func side(_ name: String, _ occurrence: Int, _ number: String) -> String? {
    let pairs: [(String?, String?)] = [
      (number, "1"), ("1", number), (number, number), (nil, number), ("1", "1000000"),
      ("1000000", "1"), (nil, nil), (nil, nil),
    ]
    let pair = pairs[occurrence % pairs.count]
    return name == "width" ? pair.0 : pair.1
  }

  private func tamper(_ app: HeadlessApp, _ number: String) {
    app.transport.rewrite { response in
      var response = ExtremeNumbers.put(number, into: response, sides: false)
      guard response.header("Content-Type")?.contains("json") == true else { return response }
      response.body = NumberedJSON(response.body).replacing { name, occurrence in
        name == "width" || name == "height" ? Self.side(name, occurrence, number) : nil
      }
      return response
    }
  }

  /// Runs a key's command if it is available, and waits for everything that follows.
  private func press(_ app: HeadlessApp, _ keys: Key...) async throws {
    for key in keys {
      try? app.press(key)
      try await app.settle()
      _ = (app.screen(.english), app.screen(.russian))
    }
  }

  private func summary(_ app: HeadlessApp) async throws {
    for size in [Size(40, 12), Size(80, 24)] {
      app.resize(size)
      try await app.settle()
    }
    #expect(implausibleNumbers(app.state) == [])
  }

  /// Visits all screens.
  private func tour(_ app: HeadlessApp) async throws {
    func key(_ character: Character) -> Key { .character(character) }
    app.start()
    try await app.until("the feed") {
      $0.state.stage == .main && $0.state.feed.load != .loading
    }
    try await app.settle()
    #expect(!app.state.feed.order.isEmpty)
    // In rows, then one per row.
    for photos in [4, 1] {
      try await summary(app)
      for _ in 0..<photos {
        try await press(app, key("l"), Key(.enter))
        try await press(app, key("+"), key("1"), key("z"), key("r"), key("0"), Key(.escape))
      }
      try await press(app, key("f"), key("f"), key("f"), key("i"))
      try await press(app, key("i"), key("d"), key("D"))
      try await summary(app)
      try await press(app, key("D"), key("G"), key("g"), key("v"))
    }
    for tab in ["2", "4"] {
      try await press(app, .character(Character(tab)))
      try await summary(app)
      try await press(app, Key(.enter))
      try await summary(app)
      try await press(app, Key(.escape))
    }
    try await press(app, key("3"), key("c"), key("a"), key("t"), Key(.enter))
    try await summary(app)
    try await press(app, key("v"), key("1"), key("s"))
    try await summary(app)
    app.passTime()
    try await app.settle()
  }

  /// Returns the implausible numbers in the parts of the state that are used in computations.
  private func implausibleNumbers(_ state: AppState) -> [String] {
    let values: [Any] = [
      Array(state.photos.values), state.profile.person as Any, state.budget as Any,
      state.feed.total as Any, state[.favourites].total as Any,
      state[state.search.list].total as Any, state.gallery.bytes, Array(state.gallery.items.values),
      state.downloads.items.map(\.progress.expected),
    ]
    return Harness.implausibleNumbers(in: values)
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807"])
  func `the program survives extreme numbers, in the next run too`(number: String) async throws {
    try await DemoServers.shared.lend { lent in
      for _ in 0..<2 {
        try await HeadlessApp.run(on: lent, database: database) { app in
          tamper(app, number)
          try await tour(app)
        }
      }
      // The stored data is shown without the service as well.
      try await HeadlessApp.run(on: lent, database: database) { app in
        app.transport.isAway = true
        try await tour(app)
      }
    }
  }

  /// As a version without limits may have stored it.
  @Test(arguments: [Int64.min, .max])
  func `the program survives extreme numbers in the database`(number: Int64) async throws {
    try await DemoServers.shared.lend { lent in
      try await HeadlessApp.run(on: lent, database: database) { app in
        try await tour(app)
      }
      let store = try Store.open(path: database, now: 0).store
      let photos = try #require(try store.list(.feed, of: "unsplash demo")).photos
      for photo in photos.suffix(3) {
        try await store.save(Download(photo: photo, origin: .feed, destination: .gallery))
        try await store.setPending(true, of: photo, account: "unsplash demo")
      }
      try await poison(database, with: number)
      for isAway in [true, false] {
        try await HeadlessApp.run(on: lent, database: database) { app in
          app.transport.isAway = isAway
          try await tour(app)
        }
      }
    }
  }

  /// Writes a number to every numeric column that isn't a key.
  private func poison(_ path: String, with number: Int64) async throws {
    try await DatabaseQueue(path: path).write { database in
      var columns = 0
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT%'"
      )
      for table in tables {
        let foreign = try database.foreignKeys(on: table).flatMap { $0.originColumns }
        for column in try database.columns(in: table)
        where ["INTEGER", "REAL"].contains(column.type) && column.primaryKeyIndex == 0
          && !foreign.contains(column.name)
        {
          try database.execute(
            sql: "UPDATE \(table) SET \(column.name) = ?",
            arguments: column.type == "REAL" ? [Double(number) * 1e300] : [number]
          )
          columns += 1
        }
      }
      #expect(columns > 20)
      for table in ["photo", "kept_photo", "download", "gallery", "profile", "pending_like"] {
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")
        #expect(count ?? 0 > 0, "nothing in \(table)")
      }
    }
  }
}
