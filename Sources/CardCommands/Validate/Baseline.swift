import CardProcessing
import CardJSON
import CardPlatform
import CardRules

/// Findings that a team has decided to live with for now, from a file that is committed.
///
/// Each finding that the baseline holds uses up one of its entry's count; the next one is reported
/// again. An entry that is not used up is stale and fails the run, so that the baseline only
/// shrinks: who mends a card removes its entry, or writes the baseline again.
struct Baseline: Sendable {
  /// The rule of entries whose findings are gone.
  static let stale = ReportRule(
    id: "baseline/stale", severity: .error,
    summary: "an entry of the baseline whose finding is gone",
    explanation:
      "A baseline holds findings that a team has decided to live with. When one of them is mended "
      + "its entry has to go, else the same mistake could come back unseen. Remove the entry, or "
      + "run again with --write-baseline.",
    source: "cardctl-validate(1)")

  /// The version of the file's form.
  static let version = 1

  /// The largest file, in bytes: more than entries with long texts take.
  static let maximumSize = 64 << 20

  /// An entry, how many of its findings were not met yet, and where it stands in the file.
  struct Held: Sendable {
    var entry: BaselineEntry
    var rest: Int
    var range: Range<Int>
    var start: TextPosition
    var end: TextPosition
  }

  /// The file's path, as it was named.
  let path: String
  /// How paths are written in it.
  let paths: ReportPaths
  private(set) var held: [BaselineKey: Held] = [:]

  /// Paths relative to the folder of the baseline at `path`.
  ///
  /// - Throws: `SystemFailure` when the working directory cannot be found.
  static func paths(for path: String, _ console: Console) throws(SystemFailure) -> ReportPaths {
    let directory = try console.workingDirectory() ?? "/"
    let file = path.hasPrefix("/") ? path : directory + "/" + path
    return ReportPaths(directory: directory, root: file + "/..")
  }

  /// The key of a finding.
  func key(_ finding: LocatedFinding) -> BaselineKey {
    BaselineKey(
      path: paths.upFromRoot(finding.path), rule: finding.finding.rule,
      fingerprint: Fingerprint.of(finding))
  }

  /// Whether the baseline holds a finding, which uses up one of its entry's.
  mutating func takes(_ finding: LocatedFinding) -> Bool {
    let key = key(finding)
    guard let rest = held[key]?.rest, rest > 0 else { return false }
    held[key]?.rest = rest - 1
    return true
  }

  /// The entries that are stale, as findings, in the order of the file.
  ///
  /// - Parameter isKnown: whether the findings of a key were looked for in all of the file, or the
  ///   file is no more; other entries may well hold.
  func staleEntries(isKnown: (BaselineKey) -> Bool) -> [LocatedFinding] {
    let stale = held.filter { $0.value.rest > 0 && isKnown($0.key) }
    return stale.sorted { $0.value.range.lowerBound < $1.value.range.lowerBound }.map {
      key, held in
      let place = held.entry.place.isEmpty ? "" : " of \(held.entry.place)"
      let found = held.entry.count - held.rest
      let missing =
        found == 0 ? "is no longer found" : "is found \(found) of \(held.entry.count) times"
      let finding = Finding(
        rule: Baseline.stale.id, severity: Baseline.stale.severity,
        message: "'\(key.rule)'\(place) in '\(key.path)' \(missing); remove the entry",
        offset: held.range.lowerBound, endOffset: held.range.upperBound)
      var subject = Digest()
      subject.add(key.path)
      subject.add(key.rule)
      subject.add(key.fingerprint)
      return LocatedFinding(
        path: path, finding: finding, start: held.start, end: held.end, subject: subject)
    }
  }

  /// The paths of entries, as the baseline has them, that were read whole or are no more.
  ///
  /// - Parameter read: the inputs that were read to their end, as they were named.
  /// - Throws: `SystemFailure` when the system does not say whether a file is there: its entries
  ///   would be lost.
  func knownPaths(read: [String], _ console: Console) throws(SystemFailure) -> Set<String> {
    let read = Set(read.map { paths.upFromRoot($0) })
    let folder = PathNames.folder(of: path)
    var known: Set<String> = []
    for name in Set(held.keys.map(\.path)) {
      let file = name.hasPrefix("/") ? name : folder + name
      if read.contains(name) {
        known.insert(name)
      } else if name != "-", try console.fileStatus(file) == nil {
        known.insert(name)
      }
    }
    return known
  }
}

/// By what a baseline knows a finding.
struct BaselineKey: Hashable, Sendable {
  /// The file, relative to the baseline's own folder.
  var path: String
  /// The rule's id.
  var rule: String
  /// The finding within the file.
  var fingerprint: Digest
}

/// Findings of one key in a baseline, and what helps a reviewer to see what they are.
struct BaselineEntry: Equatable, Sendable {
  /// How many such findings there are, at least 1.
  var count: Int
  /// The card's id; nil without one.
  var cardID: String?
  /// The JSON Pointer, with `*` for the numbers of array elements.
  var pointer: String
  /// The message of the first one.
  var message: String

  /// The place within the file as a reviewer finds it.
  var place: String {
    var words: [String] = []
    if let cardID { words.append("card '\(cardID)'") }
    if !pointer.isEmpty { words.append(pointer) }
    return words.joined(separator: " at ")
  }
}
