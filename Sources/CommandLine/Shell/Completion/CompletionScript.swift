/// Changes to the completion scripts that swift-argument-parser generates.
///
/// * The script for bash passes the program's words to `compgen -W`, which expands them: a word
///   such as `$(command)` would run. The changed script adds the words unexpanded.
/// * The script for zsh turns history expansion off during completion, so that zsh leaves `!` in a
///   word unquoted. When the user presses Enter, zsh would expand it.
/// * The script for bash would offer the values of the program's own options for a command's.
/// * The parser's description of `--help` is English.
/// * The shell completes file names, because it can quote them. The program doesn't.
enum CompletionScript {
  /// Returns a generated completion script with these changes; other texts are returned unchanged.
  static func hardened(_ text: String, _ arguments: [String]) -> String {
    let option = "--generate-completion-script"
    guard arguments.contains(where: { $0 == option || $0.hasPrefix(option + "=") }) else {
      return text
    }
    var lines: [Substring] = []
    var isRoot = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("__imagefeed_custom_complete() {"), text.hasPrefix("#!/bin/bash") {
        lines.append(bashFunctions[...])
      }
      let line = line.replacing(bashWords.unsafe, with: bashWords.safe)
        .replacing("unsetopt aliases banghist", with: "unsetopt aliases")
        .replacing("Show help information.", with: localized("Show help.", "Показать справку."))
      if isRoot, line == bashValues {
        isRoot = false
        lines.append("    declare -F \"_imagefeed_${COMP_WORDS[1]}\" > /dev/null ||")
      }
      let command = fileTypes.first { line.contains("---completion \($0.command) -- positional@") }
      guard let types = command?.types else {
        lines.append(line)
        continue
      }
      if line.hasPrefix("complete -c 'imagefeed'"), let end = line.firstRange(of: " -fka ") {
        lines += [line, line[..<end.lowerBound] + " -F"]
      } else if line.hasSuffix(zshEnd) {
        lines.append(line.dropLast(zshEnd.count) + "; _files -g \"*.(#i)(\(types))\"" + zshEnd)
      } else {
        lines += [line, "        __imagefeed_add_files '\(types)|\(types.uppercased())'"]
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The commands that take files, with the ends of the names.
  private static let fileTypes = [
    (command: "show", types: "jpg|jpeg"),
    (command: "wallpaper", types: "jpg|jpeg|png|webp|avif|jxl"),
  ]

  /// The line before the values of options in the script for bash; first those of the program.
  private static let bashValues = "    case \"${prev}\" in"

  private static let bashWords = (
    unsafe: #"__imagefeed_add_completions -W "$(__imagefeed_custom_complete "#,
    safe: #"__imagefeed_add_words "$(__imagefeed_custom_complete "#
  )

  /// The end of an action in zsh.
  private static let zshEnd = "}'"

  private static let bashFunctions = #"""
    # Adds the lines of the first argument that begin with the current word.
    __imagefeed_add_words() {
        local word
        while IFS='' read -r word; do
            [[ -n "${word}" && "${word}" = "${cur}"* ]] && COMPREPLY+=("${word}")
        done <<< "${1}"
    }

    # Adds folders and files that begin with the current word.
    #
    # The argument has the ends of the files' names.
    __imagefeed_add_files() {
        local file
        while IFS='' read -r file; do
            # A name with a line end arrives in pieces, which are not names of files.
            [[ -e "${file/#\~/${HOME}}" ]] && COMPREPLY+=("${file}")
        done < <(compgen -o plusdirs -f -X "!*.@(${1})" -- "${cur}")
        # readline's own completion of file names.
        [[ "${#COMPREPLY[@]}" -gt 0 ]] || compopt -o default
    }

    """#
}
