import CardJSON
import CardRules

/// Collects the findings of a run for a new baseline and writes it.
///
/// The baseline contains errors and warnings, but not infos, which never fail a run. It has one
/// entry per line, sorted by path, rule and card, so that changes to the file are easy to review.
struct BaselineWriter {
  /// The maximum number of entries, which keeps the file readable.
  static let maximumEntries = 50_000
  /// The maximum length of a message in Unicode scalars.
  private static let messageLength = 160

  /// Converts the paths of inputs to the form used in the file.
  let paths: ReportPaths
  private(set) var entries: [BaselineKey: BaselineEntry] = [:]
  /// Whether there were too many findings for a baseline.
  private(set) var isFull = false

  /// Adds a finding with its reported severity.
  mutating func add(_ located: LocatedFinding) {
    let finding = located.finding
    guard finding.severity != .info else { return }
    let message = String(finding.message.unicodeScalars.prefix(BaselineWriter.messageLength))
    let pointer = Fingerprint.withoutIndices(finding.pointer)
    add(
      BaselineEntry(count: 1, cardID: finding.cardID, pointer: pointer, message: message),
      for: BaselineKey(of: located, paths))
  }

  /// Copies from an earlier baseline the reasons, and the entries that this run did not check
  /// completely.
  ///
  /// If this run found some of their findings, keeps the larger count and not the sum, because an
  /// inflated count would accept new findings.
  ///
  /// - Parameter isKnown: whether the run checked the whole file for the findings of a key, or the
  ///   file no longer exists.
  mutating func keep(from baseline: Baseline, isKnown: (BaselineKey) -> Bool) {
    for (key, entry) in baseline.entries where !isKnown(key) {
      var entry = entry
      entry.count -= entries[key]?.count ?? 0
      if entry.count > 0 { add(entry, for: key) }
    }
    for (key, entry) in baseline.entries {
      if let reason = entry.reason { entries[key]?.reason = reason }
    }
  }

  private mutating func add(_ entry: BaselineEntry, for key: BaselineKey) {
    if entries[key] != nil {
      entries[key]?.count += entry.count
    } else if entries.count < BaselineWriter.maximumEntries {
      entries[key] = entry
    } else {
      isFull = true
    }
  }

  /// Replaces the baseline at `path` atomically.
  ///
  /// - Throws: `ConfigurationError` if there are too many findings, `SystemFailure` if the file
  ///   cannot be written.
  func write(to path: String, _ console: Console) throws {
    guard !isFull else {
      throw ConfigurationError(
        message: "cardctl: too many findings for a baseline: more than "
          + "\(BaselineWriter.maximumEntries) entries; fix some findings, or turn rules off")
    }
    var text = ByteBuffer()
    append(to: &text)
    try console.write(text.view, to: path)
  }

  /// Appends the baseline as JSON.
  func append(to output: inout ByteBuffer) {
    typealias Place = (String, String, String, String, Digest)
    func place(_ key: BaselineKey, _ entry: BaselineEntry) -> Place {
      (key.path, key.rule, entry.cardID ?? "", entry.pointer, key.fingerprint)
    }
    let sorted = entries.sorted { place($0.key, $0.value) < place($1.key, $1.value) }
    output.json(.spacedLog) { json in
      json.begin("{")
      json.newLine(indent: 2)
      json.add("version", Baseline.version)
      json.newLine(indent: 2)
      json.begin("[", "findings")
      for (key, entry) in sorted {
        json.newLine(indent: 4)
        json.object { object in
          object.add("path", key.path)
          object.add("rule", key.rule)
          if let cardID = entry.cardID { object.add("card_id", cardID) }
          if !entry.pointer.isEmpty { object.add("pointer", entry.pointer) }
          object.add("count", entry.count)
          object.add("message", entry.message)
          if let reason = entry.reason { object.add("reason", reason) }
          object.add("fingerprint", key.fingerprint.text)
        }
      }
      json.endLines(indent: 2)
      json.endLines("}")
      json.endText()
    }
  }
}
