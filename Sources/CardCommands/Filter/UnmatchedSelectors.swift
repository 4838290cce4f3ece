import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit

/// Explains selectors that match no card, or were probably meant differently, after a run.
struct UnmatchedSelectors {
  let selection: CardSelection
  let ids: [IDSelector]
  /// The registry with the class types to suggest.
  let registry: Registry
  let session: Session

  private static let limit = 5

  /// Prints the notes.
  func explain() {
    var notes = selection.classTypes.map { note(classType: $0, "--class-type") }
    for case .id(let id) in ids.prefix(UnmatchedSelectors.limit) {
      notes.append(note(id: id, "--id"))
    }
    notes += selection.extras.map { note(extra: $0.key) }
    for condition in selection.conditions where condition.operation == .equal {
      guard let value = condition.values.first?.text else { continue }
      switch condition.field {
      case .canonical(.classType): notes.append(note(classType: value, nil))
      case .canonical(.id): notes.append(note(id: value, nil))
      case .extra(let key): notes.append(note(extra: key.text))
      default: break
      }
    }
    for note in notes.compactMap(\.self).prefix(UnmatchedSelectors.limit) { session.note(note) }
    session.note(
      unlessInOrder: ("--created-after", selection.createdAfter),
      ("--created-before", selection.createdBefore), at: session.now)
    session.note(
      unlessInOrder: ("--expires-after", selection.expiresAfter),
      ("--expires-before", selection.expiresBefore), at: session.now)
  }

  private func note(classType name: String, _ option: String?) -> String? {
    guard name != CardSelection.noClassType, registry.index(of: name) == nil else { return nil }
    if let option, let several = severalValues(name, option) { return several }
    let nearest = NearestName.of(name, among: registry.classes.map(\.name))
    return "'\(name)' is not a registered class type" + suggestion(nearest)
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
    return "no registered class type reads the extra '\(key)'" + suggestion(nearest)
  }

  private func suggestion(_ name: String?) -> String {
    name.map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Explains how to write several values, if `text` looks like several.
  private func severalValues(_ text: String, _ option: String) -> String? {
    let names = text.split(separator: ",")
    guard names.count > 1 else { return nil }
    let options = names.prefix(3).map { "\(option) \($0.filter { $0 != " " })" }
    return "'\(text)' is one value; for several, write \(options.joined(separator: " "))"
  }
}
