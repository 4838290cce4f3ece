import CardArguments
import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit

/// Explains selectors that match no card, or were probably meant differently, after a run.
struct UnmatchedSelectors {
  let selection: CardSelection
  /// The registry with the class types to suggest.
  let registry: Registry
  let session: Session

  private static let limit = 5

  /// Prints the notes; none if the selection is inverted.
  func explain() {
    if selection.isInverted { return }
    var notes: [String] = []
    for condition in selection.conditions {
      switch condition.field {
      case .canonical(.classType):
        notes += condition.texts.compactMap { note(classType: $0, condition.option) }
      case .canonical(.id):
        notes += ids(in: condition).compactMap { note(id: $0, condition.option) }
      case .extra(let key): if let note = note(extra: key.text) { notes.append(note) }
      default: break
      }
    }
    for note in notes.prefix(UnmatchedSelectors.limit) { session.note(note) }
    let rest = notes.count - UnmatchedSelectors.limit
    if rest > 0 { session.note("\(counted(rest, "more value")) matched no card either") }
    for name in ["created", "expires"] {
      let (after, before) = ("--\(name)-after", "--\(name)-before")
      session.note(
        unlessInOrder: (after, selection.times(of: after)),
        (before, selection.times(of: before)))
    }
  }

  /// The ids of the command line, without those in files.
  private func ids(in condition: Condition) -> [String] {
    guard condition.option != nil else { return condition.texts }
    return session.selection.ids.compactMap { if case .id(let id) = $0 { id } else { nil } }
  }

  private func note(classType name: String, _ option: String?) -> String? {
    guard name != CardSelection.noClassType, registry.index(of: name) == nil else { return nil }
    if let option, let several = severalValues(name, option) { return several }
    let nearest = NearestName.all(name, among: registry.classes.map(\.name)).prefix(1)
    return "'\(name)' is not a registered class type" + Array(nearest).suggestion
  }

  private func note(id: String, _ option: String?) -> String? {
    if (try? session.console.fileStatus(id))?.kind == .regular {
      return "no card has the id '\(id)'; for the ids in the file, write --id '@\(id)'"
    }
    if let option, let several = severalValues(id, option) { return several }
    var decoded = ByteBuffer()
    let text = ByteBuffer(id.utf8)
    // Only an id in Braze's format is known to be complete.
    guard CompositeID(text.view, decodedInto: &decoded) == nil else { return nil }
    return "an id must be complete; for ids that start with '\(id)', write --where 'id ^= \(id)'"
  }

  private func note(extra key: String) -> String? {
    let known = registry.extraKeys
    guard !known.contains(key), let nearest = NearestName.of(key, among: known) else { return nil }
    return "no registered class type reads the extra '\(key)'" + [nearest].suggestion
  }

  /// Explains how to write several values, if `text` looks like several.
  private func severalValues(_ text: String, _ option: String) -> String? {
    let names = text.split(separator: ",")
    guard names.count > 1 else { return nil }
    let options = names.prefix(3).map { "\(option) \($0.filter { $0 != " " })" }
    return "'\(text)' is one value; for several, write \(options.joined(separator: " "))"
  }
}
