import GRDB

/// The database schema, version by version.
///
/// A released version is never edited. Changes are added as the next version.
package enum Schema {
  package static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in try database.execute(sql: version1) }
    migrator.registerMigration("2") { database in
      // Builds before the first release already had the column in version 1.
      if try !database.columns(in: "download").contains(where: { $0.name == "place" }) {
        try database.execute(sql: version2)
      }
    }
    migrator.registerMigration("3") { database in try database.execute(sql: version3) }
    migrator.registerMigration("4") { database in try database.execute(sql: version4) }
    migrator.registerMigration("5") { database in try database.execute(sql: version5) }
    migrator.registerMigration("6") { database in
      try database.execute(sql: "ALTER TABLE gallery ADD COLUMN origin_title TEXT")
    }
    migrator.registerMigration("7") { database in try database.execute(sql: version7) }
    migrator.registerMigration("8") { database in try database.execute(sql: "DROP TABLE saved") }
    return migrator
  }()

  /// The statement that deletes photos without any remaining reference.
  static let dropUnreferredPhotos = """
    DELETE FROM photo WHERE
      NOT EXISTS (SELECT 1 FROM kept_photo WHERE kept_photo.photo = photo.id)
      AND NOT EXISTS (SELECT 1 FROM pending_like WHERE pending_like.photo = photo.id)
      AND NOT EXISTS (SELECT 1 FROM download WHERE download.photo = photo.id)
      AND NOT EXISTS (SELECT 1 FROM gallery WHERE gallery.photo = photo.id)
      AND NOT EXISTS (SELECT 1 FROM tracking WHERE tracking.photo = photo.id)
    """

  private static let version1 = """
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
      UNIQUE (service, value)
    ) STRICT;

    -- The newest list has the highest id.
    CREATE TABLE kept_list (
      id INTEGER PRIMARY KEY,
      account TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('feed', 'favourites', 'search')),
      text TEXT NOT NULL DEFAULT '',
      orientation TEXT NOT NULL DEFAULT '',
      color TEXT NOT NULL DEFAULT '',
      next INTEGER,
      total INTEGER,
      time REAL NOT NULL,
      UNIQUE (account, kind, text, orientation, color)
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
      origin TEXT NOT NULL CHECK (origin IN ('feed', 'favourites', 'search')),
      search TEXT,
      destination TEXT NOT NULL CHECK (destination IN ('gallery', 'pictures')),
      intent TEXT NOT NULL CHECK (intent IN ('running', 'paused')),
      tag TEXT,
      expected INTEGER,
      UNIQUE (photo, destination)
    ) STRICT;

    CREATE TABLE gallery (
      photo INTEGER PRIMARY KEY REFERENCES photo,
      origin TEXT NOT NULL CHECK (origin IN ('feed', 'favourites', 'search')),
      search TEXT,
      file_name TEXT NOT NULL,
      size INTEGER NOT NULL,
      hash TEXT NOT NULL,
      time REAL NOT NULL
    ) STRICT;
    -- The gallery is read in this order. Without the index, SQLite would sort it each time.
    CREATE INDEX gallery_by_time ON gallery (time);

    -- The photos that were saved to the pictures folder; their files may have been deleted since.
    CREATE TABLE saved (
      service TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (service, value)
    ) STRICT, WITHOUT ROWID;

    -- Reports of downloads to the service; `photo` is null once the report was sent.
    CREATE TABLE tracking (
      id INTEGER PRIMARY KEY,
      service TEXT NOT NULL,
      value TEXT NOT NULL,
      photo INTEGER REFERENCES photo,
      UNIQUE (service, value)
    ) STRICT;
    CREATE INDEX tracking_by_photo ON tracking (photo);
    """

  /// The statements that add a column for the order of the user's requests for downloads.
  ///
  /// The order of `id` is another one: the order of the writes.
  private static let version2 = """
    ALTER TABLE download ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
    UPDATE download SET place = id;
    """

  /// The statements that rename the setting with the feed's tile size.
  ///
  /// Other rows name the feed `feed`, not `home`.
  private static let version3 = """
    DELETE FROM setting WHERE name = 'view.feed';
    UPDATE setting SET name = 'view.feed' WHERE name = 'view.home';
    """

  /// The statement that adds the sizes of services whose images have a URL for each size.
  ///
  /// For these, `picture_url` is empty.
  private static let version4 = """
    ALTER TABLE photo ADD COLUMN picture_sizes TEXT;
    """

  /// The statements that add more kinds of lists, and the sort order of searches.
  ///
  /// No table restricts the kinds any more, so that further kinds need no new version. SQLite can't
  /// drop a check, so the tables are created again
  /// (https://sqlite.org/lang_altertable.html#otheralter).
  private static let version5 = """
    CREATE TABLE new_kept_list (
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
    INSERT INTO new_kept_list (id, account, kind, text, orientation, color, next, total, time)
      SELECT id, account, kind, text, orientation, color, next, total, time FROM kept_list;
    DROP TABLE kept_list;
    ALTER TABLE new_kept_list RENAME TO kept_list;

    CREATE TABLE new_download (
      id INTEGER PRIMARY KEY,
      photo INTEGER NOT NULL REFERENCES photo,
      origin TEXT NOT NULL,
      origin_name TEXT,
      destination TEXT NOT NULL CHECK (destination IN ('gallery', 'pictures')),
      intent TEXT NOT NULL CHECK (intent IN ('running', 'paused')),
      tag TEXT,
      expected INTEGER,
      place INTEGER NOT NULL DEFAULT 0,
      UNIQUE (photo, destination)
    ) STRICT;
    INSERT INTO new_download
        (id, photo, origin, origin_name, destination, intent, tag, expected, place)
      SELECT id, photo, origin, search, destination, intent, tag, expected, place FROM download;
    DROP TABLE download;
    ALTER TABLE new_download RENAME TO download;

    CREATE TABLE new_gallery (
      photo INTEGER PRIMARY KEY REFERENCES photo,
      origin TEXT NOT NULL,
      origin_name TEXT,
      file_name TEXT NOT NULL,
      size INTEGER NOT NULL,
      hash TEXT NOT NULL,
      time REAL NOT NULL
    ) STRICT;
    INSERT INTO new_gallery (photo, origin, origin_name, file_name, size, hash, time)
      SELECT photo, origin, search, file_name, size, hash, time FROM gallery;
    DROP TABLE gallery;
    ALTER TABLE new_gallery RENAME TO gallery;
    CREATE INDEX gallery_by_time ON gallery (time);

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

  /// The statements that add the covers of lists; a list without a width has no cover.
  private static let version7 = """
    ALTER TABLE list_info ADD COLUMN cover_width INTEGER;
    ALTER TABLE list_info ADD COLUMN cover_height INTEGER;
    ALTER TABLE list_info ADD COLUMN cover_color INTEGER;
    ALTER TABLE list_info ADD COLUMN cover_hash TEXT;
    ALTER TABLE list_info ADD COLUMN cover_url TEXT;
    ALTER TABLE list_info ADD COLUMN cover_sizes TEXT;
    """
}
