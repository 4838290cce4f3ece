import CardArguments
import CardJSON
import CardPlatform
import CardProcessing

/// A value of `filter --id`: an id, or a file with one id per line.
enum IDSelector: Hashable, Sendable {
  case id(String)
  /// The path of a file; `-` is standard input.
  case file(String)

  /// Ids that are read from standard input.
  static let standardInput = IDSelector.file("-")

  /// Parses `ID` or `@FILE`.
  init(_ text: String) throws(ValueProblem) {
    guard text.utf8.first == UInt8(ascii: "@") else {
      self = .id(text)
      return
    }
    guard text.utf8.count > 1 else { throw .reason("expected the name of a file behind '@'") }
    self = .file(String(text.dropFirst()))
  }

  /// The selected ids.
  ///
  /// - Throws: `SystemFailure` if the file cannot be read, `DataError` if it contains cards instead
  ///   of ids.
  func ids(_ console: Console) throws -> [String] {
    switch self {
    case .id(let id): return [id]
    case .file(let path):
      var lines = try InputLines(path, console)
      var ids: [String] = []
      while try lines.fill() {
        while let text = lines.next() {
          let range = CardIDText.range(in: text)
          guard !range.isEmpty else { continue }
          let id = text.slice(range)
          if CardIDText.refusal(of: id) == .json {
            let column = text.slice(0..<range.lowerBound).scalarCount + 1
            throw DataError(
              message: "\(path):\(lines.number):\(column): error: \(Refusal.json.reason)")
          }
          ids.append(id.text)
        }
      }
      return ids
    }
  }
}
