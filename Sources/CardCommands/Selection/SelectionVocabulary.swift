import CardArguments
import CardJSON
import CardProcessing
import ContentCardKit

extension SelectionError: ValueError {
  /// The error for the parser, with suggestions for an unknown name.
  package var valueProblem: ValueProblem {
    if case .unknownValue(let text, let field, let names, let others) = self {
      return .unknownWord(
        kind: "value of \(field)", text: text, known: known(near: text, names, others))
    }
    guard case .unknownField(let name) = self else { return .reason(description) }
    if let field = field(ofKey: name) {
      return .reason("\(description), a key of an SDK\([field].suggestion)")
    }
    if NearestName.of(name, among: FieldPath.names) == nil {
      return .reason("\(description); one of the extras is written 'extras.\(name)'")
    }
    return .unknownWord(kind: "field", text: name, known: FieldPath.names)
  }
}

/// Returns the field that an SDK stores under a key such as `tp` or `e.KEY`; nil for other names.
private func field(ofKey name: String) -> String? {
  let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
  guard let field = parts.first.flatMap({ Shape.fieldsByKey[$0]?.first }) else { return nil }
  if parts.count == 1 { return field.name.description }
  return field == .extras ? FieldPath(name: "extras." + parts[1])?.name : nil
}

/// Returns the names that a message suggests: `others` only if one of these is near `text`.
func known(near text: String, _ names: [String], _ others: [String]) -> [String] {
  NearestName.of(text, among: names + others) == nil ? names : names + others
}

extension ValueKind {
  static let classType = ValueKind.word("class type")
  static let cardID = ValueKind.word("card id")
  static let extraKey = ValueKind.word("key of the extras")
  static let column = ValueKind.word("column")
  static let sortKey = ValueKind.word("sort key")
  static let field = ValueKind.word("field")
  static let condition = ValueKind.word("condition")
}

extension Option {
  /// The option `--sort`.
  static var sort: Option {
    values("sort", valueName: "FIELD[:desc]", kind: .sortKey, "sort by this field") {
      $0.stream.sort += try SortKey.parse($1)
    }.explained(
      """
      Repeats break ties; cards without the field come last. `feed` is the order of the SDKs: \
      pinned cards first, then the newest, then by descending id.
      """)
  }

  /// The option `--limit`.
  static var limit: Option {
    integer("limit", short: "n", range: 0...Int.max, "print at most N cards") {
      $0.stream.limit = $1
    }
  }
}

extension SortKey {
  /// Parses `FIELD`, `FIELD:asc`, `FIELD:desc` or `feed`.
  static func parse(_ text: String) throws(ValueProblem) -> [SortKey] {
    do throws(SelectionError) {
      return try keys(text)
    } catch {
      guard let intended = intendedSortKey(for: text) else { throw error.valueProblem }
      throw .reason("unknown field '\(text)'\([intended].suggestion)")
    }
  }
}

/// Returns the sort key for `-FIELD`, `FIELD,desc` or `FIELD desc`, as written for other tools.
private func intendedSortKey(for text: String) -> String? {
  let words = text.split { ", -".contains($0) }
  guard let field = words.first.map(String.init), FieldPath(name: field) != nil else { return nil }
  switch words.dropFirst().first {
  case nil: return text.hasPrefix("-") ? field + ":desc" : nil
  case "desc", "asc": return "\(field):\(words[1])"
  default: return nil
  }
}
