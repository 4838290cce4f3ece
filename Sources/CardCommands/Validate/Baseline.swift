import CardProcessing
import CardJSON
import CardPlatform
import CardRules

/// The findings that a team accepts for now, from a file that is committed.
///
/// Each finding that the baseline contains uses up one of its entry's count; the next one is reported
/// again. An entry that is not used up is stale and fails the run, so that the baseline only
/// shrinks: to fix a card, remove its entry or write the baseline again.
struct Baseline: Sendable {
  /// The version of the file format.
  static let version = 1

  /// The largest file, in bytes.
  static let maximumSize = 64 << 20

  /// An entry, the number of its findings that were not found yet, and its location in the file.
  struct Held: Sendable {
    var entry: BaselineEntry
    var rest: Int
    var range: Range<Int>
    var start: TextPosition
    var end: TextPosition
  }

  /// The path of the file, as the user named it.
  let path: String
  /// The form of the paths in it.
  let paths: ReportPaths
  private(set) var held: [BaselineKey: Held] = [:]

  /// Paths relative to the top of the repository that contains the baseline at `path`; outside of a
  /// repository to its directory.
  ///
  /// - Throws: `SystemFailure` if the working directory cannot be found.
  static func paths(for path: String, _ console: Console) throws(SystemFailure) -> ReportPaths {
    let directory = try console.workingDirectory() ?? "/"
    let file = path.hasPrefix("/") ? path : directory + "/" + path
    let parent = "/" + PathNames.resolved(file + "/..").joined(separator: "/")
    return ReportPaths(directory: directory, root: console.repositoryTop(above: parent) ?? parent)
  }

  /// Whether the baseline contains a finding, which uses up one of its entry's count.
  mutating func takes(_ finding: LocatedFinding) -> Bool {
    let key = BaselineKey(of: finding, paths)
    guard let rest = held[key]?.rest, rest > 0 else { return false }
    held[key]?.rest = rest - 1
    return true
  }

  /// The entries that are stale, as findings, in the order of the file.
  ///
  /// - Parameter isKnown: whether the whole file was searched for the findings of a key, or the file
  ///   no longer exists.
  func staleEntries(isKnown: (BaselineKey) -> Bool) -> [LocatedFinding] {
    let stale = held.filter { $0.value.rest > 0 && isKnown($0.key) }
    return stale.sorted { $0.value.range.lowerBound < $1.value.range.lowerBound }.map {
      key, held in
      let place = held.entry.place.isEmpty ? "" : " of \(held.entry.place)"
      let found = held.entry.count - held.rest
      let missing =
        found == 0 ? "is no longer found" : "is found \(found) of \(held.entry.count) times"
      let finding = Finding(
        rule: Rule.baselineStale.id, severity: Rule.baselineStale.severity,
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

  /// The paths of entries whose files were read completely or no longer exist.
  ///
  /// - Parameter read: the inputs that were read to their end, as the user named them.
  /// - Throws: `SystemFailure` if it is unknown whether a file exists.
  func knownPaths(read: [String], _ console: Console) throws(SystemFailure) -> Set<String> {
    let read = Set(read.map { paths.upFromRoot($0) })
    var known: Set<String> = []
    for name in Set(held.keys.map(\.path)) {
      if read.contains(name) {
        known.insert(name)
      } else if name != "-", try console.fileStatus(paths.absolute(fromRoot: name)) == nil {
        known.insert(name)
      }
    }
    return known
  }
}

/// The identity of a finding in a baseline.
struct BaselineKey: Hashable, Sendable {
  /// The file, relative to the top of the repository.
  var path: String
  /// The rule's id.
  var rule: String
  /// The finding within the file.
  var fingerprint: Digest
}

extension BaselineKey {
  /// The key of a finding, with its path in the form of `paths`.
  init(of located: LocatedFinding, _ paths: ReportPaths) {
    self.init(
      path: paths.upFromRoot(located.path), rule: located.finding.rule,
      fingerprint: Fingerprint.of(located))
  }
}

/// The findings of one key in a baseline, with what helps a reviewer to recognize them.
struct BaselineEntry: Equatable, Sendable {
  /// The number of such findings, at least 1.
  var count: Int
  /// The card's id; nil without one.
  var cardID: String?
  /// The JSON Pointer, with `*` for the numbers of array elements.
  var pointer: String
  /// The message of the first one.
  var message: String
  /// Why the team accepts them, in the team's words; nil if it does not say.
  var reason: String?

  /// The location in the file, for a reviewer.
  var place: String {
    var words: [String] = []
    if let cardID { words.append("card '\(cardID)'") }
    if !pointer.isEmpty { words.append(pointer) }
    return words.joined(separator: " at ")
  }
}
