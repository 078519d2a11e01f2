import GRDB

/// The database schema.
///
/// A released schema is never edited. Changes are added as the next migration.
package enum Schema {
  package static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("8") { database in try database.execute(sql: tables) }
    migrator.registerMigration("9") { database in try database.execute(sql: tokens) }
    migrator.registerMigration("10") { database in try database.execute(sql: ownLikes) }
    migrator.registerMigration("11") { database in try database.execute(sql: categories) }
    migrator.registerMigration("12") { database in try database.execute(sql: scopes) }
    return migrator
  }()

  /// Replaces the number of a list's next page by the token; the first page's is empty.
  private static let tokens = """
    ALTER TABLE kept_list ADD COLUMN next_page TEXT;
    UPDATE kept_list SET next_page = CASE next WHEN 1 THEN '' ELSE CAST(next AS TEXT) END;
    ALTER TABLE kept_list DROP COLUMN next;
    """

  /// The likes of services without accounts, and the rest of a photo's credit.
  private static let ownLikes = """
    ALTER TABLE photo ADD COLUMN title TEXT;
    ALTER TABLE photo ADD COLUMN license_url TEXT;
    ALTER TABLE photo ADD COLUMN attribution TEXT;
    ALTER TABLE photo ADD COLUMN requires_credit INTEGER;
    CREATE TABLE own_like (
      photo INTEGER PRIMARY KEY REFERENCES photo,
      time REAL NOT NULL
    ) STRICT;
    """

  /// Restrictions and categories, each joined by `|`.
  private static let categories = """
    ALTER TABLE photo ADD COLUMN restrictions TEXT;
    ALTER TABLE photo ADD COLUMN categories TEXT;
    """

  /// The day of a picture, and lists that differ in the scope of a search.
  private static let scopes = """
    ALTER TABLE photo ADD COLUMN taken INTEGER;
    CREATE TABLE list (
      id INTEGER PRIMARY KEY,
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      text TEXT NOT NULL DEFAULT '',
      orientation TEXT NOT NULL DEFAULT '',
      color TEXT NOT NULL DEFAULT '',
      sort TEXT NOT NULL DEFAULT '',
      scope TEXT NOT NULL DEFAULT '',
      next_page TEXT,
      total INTEGER,
      time REAL NOT NULL,
      UNIQUE (account, kind, text, orientation, color, sort, scope)
    ) STRICT;
    INSERT INTO list (id, account, kind, text, orientation, color, sort, next_page, total, time)
    SELECT id, account, kind, text, orientation, color, sort, next_page, total, time FROM kept_list;
    DROP TABLE kept_list;
    ALTER TABLE list RENAME TO kept_list;
    """

  /// The identifiers that a database of this version may have.
  ///
  /// Development versions created the tables in eight steps. The last step is the first migration
  /// now.
  static let identifiers = Set((1...7).map(String.init) + migrator.migrations)

  /// Whether a database with these identifiers has exactly the tables of this version.
  static func isCurrent(_ applied: Set<String>) -> Bool {
    applied.isSubset(of: identifiers) && applied.isSuperset(of: migrator.migrations)
  }

  /// The statement that deletes photos without any remaining reference.
  static let dropUnreferredPhotos = """
    DELETE FROM photo WHERE
      NOT EXISTS (SELECT 1 FROM kept_photo WHERE kept_photo.photo = photo.id)
      AND NOT EXISTS (SELECT 1 FROM pending_like WHERE pending_like.photo = photo.id)
      AND NOT EXISTS (SELECT 1 FROM own_like WHERE own_like.photo = photo.id)
      AND NOT EXISTS (SELECT 1 FROM download WHERE download.photo = photo.id)
      AND NOT EXISTS (SELECT 1 FROM gallery WHERE gallery.photo = photo.id)
      AND NOT EXISTS (SELECT 1 FROM tracking WHERE tracking.photo = photo.id)
    """

  private static let tables = """
    CREATE TABLE photo (
      id INTEGER PRIMARY KEY,
      service TEXT NOT NULL,
      value TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      color INTEGER,
      blur_hash TEXT,
      description TEXT,
      alt_description TEXT,
      created INTEGER,
      updated INTEGER,
      likes INTEGER,
      is_liked INTEGER NOT NULL,
      picture_url TEXT NOT NULL,
      page_url TEXT NOT NULL,
      download_location TEXT,
      sponsor TEXT,
      license TEXT,
      author_username TEXT NOT NULL,
      author_name TEXT NOT NULL,
      author_bio TEXT,
      author_location TEXT,
      author_avatar_url TEXT,
      author_page_url TEXT NOT NULL,
      author_total_likes INTEGER,
      author_total_photos INTEGER,
      has_details INTEGER NOT NULL,
      camera TEXT,
      exposure TEXT,
      aperture TEXT,
      focal_length TEXT,
      iso INTEGER,
      location TEXT,
      views INTEGER,
      downloads INTEGER,
      -- The sizes of services whose images have a URL for each size; `picture_url` is then empty.
      picture_sizes TEXT,
      UNIQUE (service, value)
    ) STRICT;

    -- The newest list has the highest id.
    CREATE TABLE kept_list (
      id INTEGER PRIMARY KEY,
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      text TEXT NOT NULL DEFAULT '',
      orientation TEXT NOT NULL DEFAULT '',
      color TEXT NOT NULL DEFAULT '',
      sort TEXT NOT NULL DEFAULT '',
      next INTEGER,
      total INTEGER,
      time REAL NOT NULL,
      UNIQUE (account, kind, text, orientation, color, sort)
    ) STRICT;

    CREATE TABLE kept_photo (
      list INTEGER NOT NULL REFERENCES kept_list ON DELETE CASCADE,
      position INTEGER NOT NULL,
      photo INTEGER NOT NULL REFERENCES photo,
      PRIMARY KEY (list, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX kept_photo_by_photo ON kept_photo (photo);

    CREATE TABLE profile (
      account TEXT PRIMARY KEY NOT NULL,
      time REAL NOT NULL,
      username TEXT NOT NULL,
      name TEXT NOT NULL,
      bio TEXT,
      location TEXT,
      avatar_url TEXT,
      page_url TEXT NOT NULL,
      total_likes INTEGER,
      total_photos INTEGER
    ) STRICT;

    CREATE TABLE history (
      id INTEGER PRIMARY KEY,
      account TEXT NOT NULL,
      text TEXT NOT NULL,
      time REAL NOT NULL,
      UNIQUE (account, text)
    ) STRICT;

    CREATE TABLE pending_like (
      id INTEGER PRIMARY KEY,
      account TEXT NOT NULL,
      photo INTEGER NOT NULL REFERENCES photo,
      is_liked INTEGER NOT NULL,
      UNIQUE (account, photo)
    ) STRICT;
    CREATE INDEX pending_like_by_photo ON pending_like (photo);

    CREATE TABLE setting (
      name TEXT PRIMARY KEY NOT NULL,
      value TEXT NOT NULL
    ) STRICT;

    CREATE TABLE download (
      id INTEGER PRIMARY KEY,
      photo INTEGER NOT NULL REFERENCES photo,
      origin TEXT NOT NULL,
      origin_name TEXT,
      destination TEXT NOT NULL CHECK (destination IN ('gallery', 'pictures')),
      intent TEXT NOT NULL CHECK (intent IN ('running', 'paused')),
      tag TEXT,
      expected INTEGER,
      -- The index in the order of the user's requests; the order of `id` is that of the writes.
      place INTEGER NOT NULL DEFAULT 0,
      UNIQUE (photo, destination)
    ) STRICT;

    CREATE TABLE gallery (
      photo INTEGER PRIMARY KEY REFERENCES photo,
      origin TEXT NOT NULL,
      origin_name TEXT,
      file_name TEXT NOT NULL,
      size INTEGER NOT NULL,
      hash TEXT NOT NULL,
      time REAL NOT NULL,
      origin_title TEXT
    ) STRICT;
    -- The gallery is read in this order. Without the index, SQLite would sort it each time.
    CREATE INDEX gallery_by_time ON gallery (time);

    -- Reports of downloads to the service; `photo` is null once the report was sent.
    CREATE TABLE tracking (
      id INTEGER PRIMARY KEY,
      service TEXT NOT NULL,
      value TEXT NOT NULL,
      photo INTEGER REFERENCES photo,
      UNIQUE (service, value)
    ) STRICT;
    CREATE INDEX tracking_by_photo ON tracking (photo);

    -- Titles of topics and collections; `place` is the index among the topics on offer.
    CREATE TABLE list_info (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      place INTEGER,
      title TEXT NOT NULL,
      description TEXT,
      owner TEXT,
      total INTEGER,
      page_url TEXT NOT NULL,
      time REAL NOT NULL,
      -- A list without a width has no cover.
      cover_width INTEGER,
      cover_height INTEGER,
      cover_color INTEGER,
      cover_hash TEXT,
      cover_url TEXT,
      cover_sizes TEXT,
      PRIMARY KEY (account, kind, name)
    ) STRICT;

    -- Photographers whose page was opened.
    CREATE TABLE person (
      account TEXT NOT NULL,
      time REAL NOT NULL,
      username TEXT NOT NULL,
      name TEXT NOT NULL,
      bio TEXT,
      location TEXT,
      avatar_url TEXT,
      page_url TEXT NOT NULL,
      total_likes INTEGER,
      total_photos INTEGER,
      PRIMARY KEY (account, username)
    ) STRICT;
    """
}
