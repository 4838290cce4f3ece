import CardArguments
import CardProcessing
import ContentCardKit

extension Option {
  /// The option `--sort`.
  static var sort: Option {
    values("sort", valueName: "FIELD[:desc]", kind: .sortKey, "sort by this field") {
      if (try? SortKey.keys($1)) == nil, let meant = sortKeyMeant(by: $1) {
        throw ValueProblem.reason("unknown field '\($1)'; did you mean '\(meant)'?")
      }
      $0.stream.sort += try SortKey.keys($1)
    }.explained(
      """
      Repeats break ties; cards without the field come last. `feed` is the order of the SDKs: \
      pinned cards first, then the newest.
      """)
  }

  /// The option `--limit`.
  static var limit: Option {
    integer("limit", short: "n", range: 0...Int.max, "print at most N cards") {
      $0.stream.limit = $1
    }
  }
}

/// The sort key that other tools write as `-FIELD`, `FIELD,desc` or `FIELD desc`.
private func sortKeyMeant(by text: String) -> String? {
  let words = text.split { ", -".contains($0) }
  guard let field = words.first.map(String.init), FieldPath(name: field) != nil else { return nil }
  switch words.dropFirst().first {
  case nil: return text.hasPrefix("-") ? field + ":desc" : nil
  case "desc", "asc": return "\(field):\(words[1])"
  default: return nil
  }
}
