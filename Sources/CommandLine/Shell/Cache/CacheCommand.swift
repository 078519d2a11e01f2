import ArgumentParser
import Glibc
import Localization
import Model
import Pictures
import Platform
import Storage

struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Show or clear the cached pictures and lists.",
      "Показать размер кэша изображений и списков или очистить его."
    ),
    subcommands: [Size.self, Clear.self]
  )

  struct Size: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "size",
      abstract: localized(
        "Print how much is cached: files, bytes and lists.",
        "Напечатать, сколько в кэше файлов, байтов и списков."
      )
    )

    @OptionGroup var source: SourceOptions

    /// Prints a sentence on a terminal, otherwise numbers separated by tabs.
    func run() {
      source.run(needsService: false) { context throws(ShellMessage) in
        let usage = try await CacheCommands(context).usage()
        if isatty(STDOUT_FILENO) == 1 {
          let (files, bytes, lists) = (usage.files, usage.bytes, usage.lists)
          Output.print(context.texts.shell(.cacheSize(files: files, bytes: bytes, lists: lists)))
        } else {
          Output.write("\(usage.files)\t\(usage.bytes)\t\(usage.lists)\n")
        }
        return .done
      }
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear",
      abstract: localized(
        "Delete cached pictures and lists. The session, unsent likes and the gallery stay.",
        "Удалить изображения и списки из кэша. Сеанс, неотправленные лайки и галерея остаются."
      )
    )

    @OptionGroup var source: SourceOptions

    func run() {
      source.run(needsService: false) { context throws(ShellMessage) in
        try await CacheCommands(context).clear { context.report(.cacheCleared(bytes: $0)) }
        return .done
      }
    }
  }
}

/// The commands for the picture and list caches.
struct CacheCommands: Sendable {
  struct Usage: Equatable, Sendable {
    /// The number of cached images on disk.
    var files = 0
    /// The total size of the cached images in bytes.
    var bytes: Int64 = 0
    /// The number of cached photo lists of all accounts.
    var lists = 0
  }

  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Returns the usage of the caches.
  ///
  /// - Throws: Also if a database exists but can't be read.
  func usage() async throws(ShellMessage) -> Usage {
    var usage = Usage()
    for (_, size) in try files() {
      usage.files += 1
      usage.bytes = usage.bytes.adding(bytes: size)
    }
    if context.store != nil {
      usage.lists = try await context.read { store throws(StorageError) in
        try await store.listCount()
      }
    } else if context.hasUnreadStore {
      throw context.noStore
    }
    return usage
  }

  /// Removes the cached images and the cached lists of all accounts.
  ///
  /// Sessions, unsent likes, downloads, the gallery, histories and settings stay.
  ///
  /// - Parameter onFreed: Called with the freed bytes once the images are removed. Removing the
  ///   lists may still fail after that.
  func clear(onFreed: (Int64) -> Void) async throws(ShellMessage) {
    var freed: Int64 = 0
    for (path, size) in try files() {
      guard unlink(path) == 0 else {
        // The cache of another instance may have evicted it.
        guard errno == ENOENT else {
          throw Self.failure(errno, path)
        }
        continue
      }
      freed = freed.adding(bytes: size)
    }
    onFreed(freed)
    if context.store != nil {
      try await context.read { store throws(StorageError) in try await store.removeCachedLists() }
    } else if context.hasUnreadStore {
      throw context.noStore
    }
  }

  private static func failure(_ code: Int32, _ path: String) -> ShellMessage {
    let cause: Problem.Cause =
      switch code {
      case EACCES, EPERM: .notPermitted(path: path)
      case EROFS: .readOnly(path: path)
      case _ where RegularFile.isOther(code): .notAFile(path: path)
      default: .disk(path: path, reason: String(cString: strerror(code)))
      }
    return .problem(Problem(.pictureCache, cause))
  }

  /// Returns the program's files in the folder of the image cache, with their sizes in bytes.
  private func files() throws(ShellMessage) -> [(path: String, size: Int64)] {
    let folder = context.pictureCache
    do throws(DescriptorError) {
      return try CacheFolder.ownFiles(in: folder).sorted { $0.name < $1.name }
        .map { (folder + "/" + $0.name, Int64($0.size)) }
    } catch {
      guard error.code != ENOENT else { return [] }
      throw Self.failure(error.code, folder)
    }
  }
}
