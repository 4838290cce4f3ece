import CardArguments
import CardProcessing
import ContentCardKit

extension Option {
  /// The option `--sort`.
  static func sort(add: @escaping Setter<[SortKey]>) -> Option {
    values("sort", valueName: "FIELD[:desc]", kind: .sortKey, "sort by this field") {
      options, text in
      if (try? SortKey.keys(text)) == nil, let meant = sortKeyMeant(by: text) {
        throw ValueProblem.reason("unknown field '\(text)'; did you mean '\(meant)'?")
      }
      try add(&options, selector(text, SortKey.keys))
    }.explained(
      """
      Repeats break ties; cards without the field come last. `feed` is the order of the SDKs: \
      pinned cards first, then the newest.
      """)
  }

  /// The option `--limit`.
  static func limit(set: @escaping Setter<Int>) -> Option {
    integer("limit", short: "n", range: 0...Int.max, "print at most N cards", set: set)
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
