import CardArguments

/// The files that are made from the declarations and kept beside the sources: manual pages and
/// completion scripts.
enum SurfaceFiles {
  /// Each file by its path in the repository, with its text.
  static var all: [(path: String, text: String)] {
    ManualPages.all.map { ("man/\($0.fileName)", ManualPages.roff($0)) }
      + CompletionScript.allCases.map { script in
        let tool = Tool.manual.name
        return ("completions/\(script.fileName(of: tool))", script.text(for: tool))
      }
  }
}
