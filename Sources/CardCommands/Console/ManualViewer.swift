import CardPlatform

/// Shows manual pages with man(1).
///
/// Only pages below the prefix of this program or in MANPATH are opened. They are searched for as
/// files, so man is started only if a page exists. Its argument is a path from these directories
/// and a declared name, and never contains text from the user.
enum ManualViewer {
  /// Replaces this process with a viewer of the page if the output is a terminal; returns if that
  /// is not possible.
  static func show(_ name: String, section: Int = 1, _ console: Console) {
    guard SystemCalls.isTerminal(console.output), let path = path(of: name, section, console) else {
      return
    }
    SystemCalls.become("man", [path])
  }

  /// The file of a page, or nil if it is not installed.
  static func path(of name: String, _ section: Int = 1, _ console: Console) -> String? {
    for directory in directories(console) {
      for ending in ["", ".gz"] {
        let path = "\(directory)/man\(section)/\(name).\(section)\(ending)"
        // If the page cannot be opened, the long help is shown instead.
        let status = (try? SystemCalls.fileStatus(behind: path, name: path)) ?? nil
        if status?.kind == .regular { return path }
      }
    }
    return nil
  }

  /// The directories to search: those below the program's prefix, then those in MANPATH.
  private static func directories(_ console: Console) -> [String] {
    var directories: [String] = []
    let program = (try? SystemCalls.programPath()) ?? nil
    if let program, let slash = program.lastIndex(of: "/") {
      directories.append(program[..<slash] + "/../share/man")
    }
    let listed = console.variable("MANPATH")?.split(separator: ":").map(String.init) ?? []
    // man treats a path without a slash as the name of a page.
    return directories + listed.filter { $0.hasPrefix("/") }
  }
}
