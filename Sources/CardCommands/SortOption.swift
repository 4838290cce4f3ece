import CardArguments
import CardProcessing
import ContentCardKit

/// The option `--sort`, which several commands have.
func sortOption<Settings>(_ setting: @escaping @autoclosure LazyPath<Settings, [SortKey]>)
  -> Option<Settings>
{
  Option.customValues(
    "sort", setting(), valueName: "FIELD[:desc]", kind: .sortKey, "sort by this field",
    parse: { text throws(ValueProblem) in
      do throws(SelectionError) {
        return try SortKey.keys(text)
      } catch {
        guard let meant = sortKeyMeant(by: text) else { throw error.valueProblem }
        throw .reason("unknown field '\(text)'; did you mean '\(meant)'?")
      }
    }
  ).explained(
    "Repeats break ties; cards without the field come last. `feed` is the order of the SDKs: pinned "
      + "cards first, then the newest.")
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
