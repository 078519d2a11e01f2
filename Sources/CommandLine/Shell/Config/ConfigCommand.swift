import ArgumentParser
import Catalogue
import Settings

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Show, change or check the configuration.",
      "Показать, изменить или проверить настройки."
    ),
    subcommands: [
      Path.self, List.self, Get.self, Set.self, Unset.self, Check.self,
    ]
  )

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "path",
      abstract: localized("Print where the configuration is.", "Вывести путь к файлу настроек.")
    )

    @OptionGroup var basic: BasicOptions

    func run() { Output.printExactly(ConfigCommands(basic).file) }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: localized(
        "Print each key with its value and where that comes from.",
        "Вывести все ключи, их значения и откуда они взяты."
      )
    )

    @OptionGroup var basic: BasicOptions

    func run() { ConfigCommands(basic).list() }
  }

  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "get",
      abstract: localized(
        "Print the value in effect for a key: the environment's, the file's or the default.",
        "Вывести действующее значение ключа: из окружения, из файла или по умолчанию."
      )
    )

    @Argument(help: keyHelp, completion: .list(keys))
    var key: String

    @OptionGroup var basic: BasicOptions

    func run() { ConfigCommands(basic).get(key) }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set",
      abstract: localized(
        "Set a key in the file; comments and everything else stay.",
        "Записать ключ в файл; комментарии и всё остальное не меняются."
      ),
      discussion: localized(
        """
        Invalid values are rejected and leave the file unchanged. Without a value, one is read \
        from standard input, which keeps secrets out of the shell's history; a blank line changes \
        nothing. Put -- before a negative number.
        """,
        """
        Неверное значение отклоняется, и файл не меняется. Если значение не указано, оно читается \
        со стандартного ввода, чтобы секреты не попадали в историю команд; пустая строка ничего не \
        меняет. Перед отрицательным числом поставьте --.
        """
      )
    )

    @Argument(help: keyHelp, completion: .list(keys))
    var key: String

    @Argument(
      help: .text(
        "The value; without one it is read from standard input.",
        "Значение; если его нет, оно читается со стандартного ввода."
      ),
      completion: .custom { arguments, _, _ in
        arguments.flatMap { Configuration.words(of: $0, services: ServiceCatalogue.all) }
      }
    )
    var value: String?

    @OptionGroup var basic: BasicOptions

    func run() { ConfigCommands(basic).set(key, to: value) }
  }

  struct Unset: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unset",
      abstract: localized(
        "Remove a key from the file, so that its default applies.",
        "Удалить ключ из файла; будет действовать значение по умолчанию."
      )
    )

    @Argument(help: keyHelp, completion: .list(keys))
    var key: String

    @OptionGroup var basic: BasicOptions

    func run() { ConfigCommands(basic).unset(key) }
  }

  private static let keys = Configuration.keys(services: ServiceCatalogue.all)

  private static let keyHelp = ArgumentHelp.text(
    "The key as in the file, with its table and a dot where it has one.",
    "Ключ, как в файле; внутри раздела — раздел.ключ."
  )

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: localized(
        "Check the file and the environment for errors.",
        "Проверить файл и окружение на ошибки."
      )
    )

    @OptionGroup var basic: BasicOptions

    func run() { ConfigCommands(basic).check() }
  }
}
