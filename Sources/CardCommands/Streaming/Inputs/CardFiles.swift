import CardArguments

/// Files that hold cards.
enum CardFiles {
  static let extensions = ["json", "ndjson", "jsonl"]

  /// The operand of the commands that read cards.
  static let operand = Operand.any(
    "FILE", kind: .file(extensions: extensions),
    "files and directories to read; - is standard input")

  /// A reference to the page about the shared behavior of the commands.
  static let sharedHelp = "'cardctl help inputs' explains how files and directories are read."

  /// The treatment of directories, for the help.
  static let folders =
    "A directory expands to the .json, .ndjson and .jsonl files below it that contain content cards. "
    + "Hidden files and directories, node_modules and paths that --exclude matches are skipped, and "
    + "so is whatever the .gitignore files of its repository ignore, unless --no-ignore is given. An "
    + "operand is never ignored. Directories behind symbolic links are not entered."
}
