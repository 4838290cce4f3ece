import CardJSON
import CardPlatform
import CardRules

/// The findings that a team accepts for now, read from a committed file.
///
/// Each entry accepts as many findings as its count; further ones are reported. An entry with fewer
/// findings than its count is stale and fails the run, so the baseline can only shrink: after
/// fixing a card, remove its entry or write the baseline again.
struct Baseline: Sendable {
  /// The version of the file format.
  static let version = 1

  /// The maximum size of the file in bytes.
  static let maximumSize = 64 << 20

  /// The path of the file, as the user named it.
  let path: String
  /// Converts the paths of inputs to the form used in the file.
  let paths: ReportPaths
  private(set) var entries: [BaselineKey: BaselineEntry] = [:]

  /// Returns paths relative to the root of the repository that contains the baseline at `path`, or
  /// outside of a repository to the baseline's directory.
  ///
  /// - Throws: `SystemFailure` if the working directory cannot be found.
  static func paths(for path: String, _ console: Console) throws(SystemFailure) -> ReportPaths {
    let directory = try console.workingDirectory() ?? "/"
    let file = path.hasPrefix("/") ? path : directory + "/" + path
    let parent = "/" + PathNames.resolved(file + "/..").joined(separator: "/")
    return ReportPaths(directory: directory, root: console.repositoryTop(above: parent) ?? parent)
  }

  /// Reads the baseline from the file at `path`.
  ///
  /// - Throws: `ConfigurationError` for an error in it, `SystemFailure` if it cannot be read.
  init(reading path: String, _ console: Console) throws {
    let file = try SmallFile(path, console, limit: Baseline.maximumSize)
    self.path = path
    paths = try Baseline.paths(for: path, console)
    var entries: [BaselineKey: BaselineEntry] = [:]
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
        var (key, entry) = try Baseline.entry(node, error)
        // A merge can duplicate entries; add up their counts.
        if entries[key] != nil {
          entries[key]?.count += entry.count
          entries[key]?.remaining += entry.count
          continue
        }
        (entry.remaining, entry.range) = (entry.count, node.range)
        entry.start = positions.position(of: node.range.lowerBound)
        entry.end = positions.position(of: node.range.upperBound)
        entries[key] = entry
      }
    }
    self.entries = entries
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

  /// The maximum count of an entry.
  private static let maximumCount: Int64 = 1_000_000_000

  /// Returns whether the baseline accepts a finding, and if so takes it off its entry's count.
  mutating func accepts(_ finding: LocatedFinding) -> Bool {
    let key = BaselineKey(of: finding, paths)
    guard let remaining = entries[key]?.remaining, remaining > 0 else { return false }
    entries[key]?.remaining = remaining - 1
    return true
  }

  /// Returns a finding for each stale entry, in file order.
  ///
  /// - Parameter isKnown: whether the whole file was checked for the findings of a key, or the file
  ///   no longer exists.
  func staleEntries(isKnown: (BaselineKey) -> Bool) -> [LocatedFinding] {
    let stale = entries.filter { $0.value.remaining > 0 && isKnown($0.key) }
    return stale.sorted { $0.value.range.lowerBound < $1.value.range.lowerBound }.map { key, item in
      let place = item.place.isEmpty ? "" : " of \(item.place)"
      let found = item.count - item.remaining
      let missing =
        found == 0 ? "is no longer found" : "is found \(found) of \(item.count) times"
      let finding = Finding(
        of: .baselineStale,
        message: "'\(key.rule)'\(place) in '\(key.path)' \(missing); remove the entry",
        at: item.range)
      var subject = Digest()
      subject.add(key.path)
      subject.add(key.rule)
      subject.add(key.fingerprint)
      return LocatedFinding(
        path: path, finding: finding, start: item.start, end: item.end, subject: subject)
    }
  }

  /// Returns the paths of entries whose files were read completely or no longer exist.
  ///
  /// - Parameter read: the inputs that were read to their end, as the user named them.
  /// - Throws: `SystemFailure` if it is unknown whether a file exists.
  func knownPaths(read: [String], _ console: Console) throws(SystemFailure) -> Set<String> {
    let read = Set(read.map { paths.upFromRoot($0) })
    var known: Set<String> = []
    for name in Set(entries.keys.map(\.path)) {
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
  /// The path of the file, relative to the root of the repository.
  let path: String
  /// The rule's id.
  let rule: String
  /// The fingerprint of the finding in the file.
  let fingerprint: Digest
}

extension BaselineKey {
  /// Creates the key of a finding, with its path converted by `paths`.
  init(of located: LocatedFinding, _ paths: ReportPaths) {
    (path, rule) = (paths.upFromRoot(located.path), located.finding.rule.id)
    fingerprint = Fingerprint.of(located)
  }
}

/// The findings of one key in a baseline, with details for reviewers.
struct BaselineEntry: Equatable, Sendable {
  /// The number of such findings, at least 1.
  var count: Int
  /// The card's id; nil without one.
  var cardID: String?
  /// The JSON Pointer, with `*` for array indices.
  var pointer: String
  /// The message of the first finding.
  var message: String
  /// The team's reason for accepting the findings; nil if not given.
  var reason: String?
  /// The number of these findings that a run has not found yet.
  var remaining = 0
  /// The location in the file.
  var range = 0..<0, start = TextPosition(), end = TextPosition()

  /// The card and the JSON Pointer, for messages.
  var place: String {
    [cardID.map { "card '\($0)'" }, pointer.isEmpty ? nil : pointer].compactMap { $0 }.joined(
      separator: " at ")
  }
}
