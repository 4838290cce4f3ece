import CardArguments

/// Files that hold cards.
enum CardFiles {
  static let extensions = ["json", "ndjson", "jsonl"]

  /// What is read.
  static let operand = OperandManual.any(
    "FILE", kind: .file(extensions: extensions),
    "files and directories to read; - is standard input")

  /// The page that explains what the commands share.
  static let sharedHelp = "'cardctl help inputs' explains how files and directories are read."

  /// What operands that are folders stand for, in the words of the help.
  static let folders =
    "A folder stands for the .json, .ndjson and .jsonl files below it that hold content cards. "
    + "Hidden ones, node_modules and what --exclude names are left out, and folders behind symbolic "
    + "links; .gitignore is not read."
}
