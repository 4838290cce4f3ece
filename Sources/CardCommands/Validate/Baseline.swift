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

  /// The baseline in the file at `path`.
  ///
  /// - Throws: `ConfigurationError` for an error in it, `SystemFailure` if it cannot be read.
  init(reading path: String, _ console: Console) throws {
    let file = try SmallFile(path, console, limit: Baseline.maximumSize)
    self.path = path
    paths = try Baseline.paths(for: path, console)
    var held: [BaselineKey: Held] = [:]
    try file.withDocument { document in
      let root = document.root
      func error(at node: JSONNode, _ message: String) -> ConfigurationError {
        file.error(at: node.range.lowerBound, message)
      }
      guard root.kind == .object else { throw error(at: root, "expected an object") }
      guard let written = root.member("version", .number)?.string else {
        throw error(at: root, "expected a number in 'version'")
      }
      guard written == String(Baseline.version) else {
        throw error(
          at: root.member("version", .number) ?? root,
          "expected version \(Baseline.version), this baseline has version \(written)")
      }
      guard let findings = root.member("findings", .array) else {
        throw error(at: root, "expected an array of entries in 'findings'")
      }
      var positions = TextPositions(in: document.bytes)
      for node in findings.elements {
        let (key, entry) = try Baseline.entry(node, error)
        // Entries that a merge has doubled count together.
        if held[key] != nil {
          held[key]?.entry.count += entry.count
          held[key]?.rest += entry.count
          continue
        }
        let start = positions.position(of: node.range.lowerBound)
        let end = positions.position(of: node.range.upperBound)
        held[key] = Held(entry: entry, rest: entry.count, range: node.range, start: start, end: end)
      }
    }
    self.held = held
  }

  private static func entry(_ node: JSONNode, _ error: (JSONNode, String) -> ConfigurationError)
    throws -> (BaselineKey, BaselineEntry)
  {
    func text(_ name: StaticString) -> String? { node.member(name, .string)?.string }
    func required(_ name: StaticString) throws -> String {
      if let text = text(name) { return text }
      throw error(node, "expected an entry with text in '\(name)'")
    }
    let (path, rule) = (try required("path"), try required("rule"))
    guard let fingerprint = Digest(text: try required("fingerprint")) else {
      throw error(
        node.member("fingerprint", .string) ?? node,
        "expected 32 hexadecimal digits in 'fingerprint'")
    }
    var count: Int64 = 1
    if let value = node.member(ByteView("count")) {
      guard value.kind == .number, let number = JSONNumber.smallInteger(value.content),
        (1...maximumCount).contains(number)
      else { throw error(value, "expected a whole number from 1 in 'count'") }
      count = number
    }
    let entry = BaselineEntry(
      count: Int(count), cardID: text("card_id"), pointer: text("pointer") ?? "",
      message: text("message") ?? "", reason: text("reason"))
    return (BaselineKey(path: path, rule: rule, fingerprint: fingerprint), entry)
  }

  /// The largest count of an entry.
  private static let maximumCount: Int64 = 1_000_000_000

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
    return stale.sorted { $0.value.range.lowerBound < $1.value.range.lowerBound }.map { key, held in
      let place = held.entry.place.isEmpty ? "" : " of \(held.entry.place)"
      let found = held.entry.count - held.rest
      let missing =
        found == 0 ? "is no longer found" : "is found \(found) of \(held.entry.count) times"
      let finding = Finding(
        of: .baselineStale,
        message: "'\(key.rule)'\(place) in '\(key.path)' \(missing); remove the entry",
        at: held.range)
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
      var isKnown = read.contains(name)
      if !isKnown, name != "-" {
        isKnown = try console.fileStatus(paths.absolute(fromRoot: name)) == nil
      }
      if isKnown { known.insert(name) }
    }
    return known
  }
}

/// The identity of a finding in a baseline.
struct BaselineKey: Hashable, Sendable {
  /// The file, relative to the top of the repository.
  let path: String
  /// The rule's id.
  let rule: String
  /// The finding within the file.
  let fingerprint: Digest
}

extension BaselineKey {
  /// The key of a finding, with its path in the form of `paths`.
  init(of located: LocatedFinding, _ paths: ReportPaths) {
    (path, rule) = (paths.upFromRoot(located.path), located.finding.rule)
    fingerprint = Fingerprint.of(located)
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
    [cardID.map { "card '\($0)'" }, pointer.isEmpty ? nil : pointer].compactMap { $0 }.joined(
      separator: " at ")
  }
}
