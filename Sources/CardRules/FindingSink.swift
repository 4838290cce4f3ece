import CardJSON
import ContentCardKit

/// Collects findings and computes their locations.
///
/// Checks report nodes of the current document, and the sink maps them to the input. Only the sink
/// decides whether a rule is off. Messages are created only for findings that are kept.
package struct FindingSink: ~Copyable {
  /// The findings, in the order in which checks reported them.
  package private(set) var findings: [Finding] = []
  /// Whether findings are only counted, without messages and locations.
  var isCounting = false
  /// The ids of the rules that are off.
  var inactive: Set<String> = [] {
    didSet { off = Rules.all.filter { inactive.contains($0.id) }.map(ObjectIdentifier.init) }
  }
  /// The rules that are off.
  ///
  /// There are few, so a linear search is faster than a set of ids.
  private var off: [ObjectIdentifier] = []
  /// The current document, and its location in the input.
  private var document: JSONDocument?
  private var origin = DocumentOrigin()
  private var pointer = JSONPointer()
  /// The location of the extras' document in the card's document, once a finding needed it; nil if
  /// the extras are not a string.
  private var extrasOrigin: DocumentOrigin?
  /// The current card and its number.
  private var card: Card?
  private var record: Int?
  /// The card's id, once a finding needed it.
  private var cardID: String?
  /// The node that pointers start from: the root, or the checked part of the document.
  private(set) var root = 0
  /// The index of the first finding of the current value.
  private var valueStart = 0
  /// The number of findings of each rule in the current value, once it has `ruleLimit` findings.
  private var counts: [String: Int] = [:]
  /// Whether the last finding was kept.
  private var isKept = false

  /// Creates a sink without findings.
  package init() {}

  /// Makes `document` the subject of the following findings.
  ///
  /// - Parameters:
  ///   - card: the card in the document; nil for other values.
  ///   - origin: the location of the document in the input.
  ///   - root: the node that pointers start from.
  ///   - record: the 1-based number of the record.
  package mutating func enter(
    _ document: JSONDocument, of card: Card? = nil, at origin: DocumentOrigin, root: Int = 0,
    record: Int? = nil
  ) {
    self.document = document
    self.card = card
    self.origin = origin
    self.root = root
    self.record = record
    pointer.removeAll()
    (cardID, extrasOrigin) = (nil, nil)
  }

  /// Returns whether findings of `rule` are reported.
  func reports(_ rule: Rule) -> Bool { !off.contains(ObjectIdentifier(rule)) }

  /// Adds a finding about a value of the document, or of the card's extras, which may be a string
  /// that contains JSON.
  mutating func report(
    _ rule: Rule, at node: JSONNode, severity: Severity? = nil, _ message: @autoclosure () -> String
  ) { report(rule, at: .value(node), severity: severity, message()) }

  /// Adds a finding at a location in the document or in the card's extras.
  package mutating func report(
    _ rule: Rule, at place: FindingPlace, severity: Severity? = nil,
    _ message: @autoclosure () -> String
  ) {
    isKept = reports(rule) && hasRoom(for: rule)
    guard isKept else { return }
    if isCounting {
      findings.append(Finding(of: rule, severity: severity, message: "", at: 0..<0))
    } else {
      record(rule, at: place, severity, message())
    }
  }

  /// Returns whether to keep another finding of a rule.
  ///
  /// Each value keeps at most `ruleLimit` findings per rule, which bounds the memory for a value
  /// that consists only of errors. Rules are counted only once a value has that many findings.
  private mutating func hasRoom(for rule: Rule) -> Bool {
    guard findings.count - valueStart >= FindingSink.ruleLimit else { return true }
    if counts.isEmpty {
      for finding in findings[valueStart...] { counts[finding.rule, default: 0] += 1 }
    }
    counts[rule.id, default: 0] += 1
    return counts[rule.id, default: 0] <= FindingSink.ruleLimit
  }

  /// The maximum number of findings of one rule to keep per value.
  package static let ruleLimit = 10_000

  /// Adds a finding with the number of omitted findings of each rule.
  mutating func endValue() {
    defer { valueStart = findings.count }
    guard !counts.isEmpty else { return }
    for (id, count) in counts.sorted(by: { $0.key < $1.key }) where count > FindingSink.ruleLimit {
      guard var rest = findings[valueStart...].last(where: { $0.rule == id }),
        let rule = Rules.rule(id)
      else { continue }
      let message = "\(count - FindingSink.ruleLimit) more like this in the same value"
      rest.message = isCounting ? "" : message
      rest.severity = rule.severity
      rest.correction = nil
      findings.append(rest)
    }
    counts.removeAll()
  }

  /// Adds a fix to the last reported finding, which must be at `place`.
  ///
  /// Fixes must be unambiguous. They are ignored in a document that is the decoded text of a
  /// string.
  mutating func correct(_ place: FindingPlace, to text: @autoclosure () -> String) {
    guard isKept, !isCounting, !origin.isString else { return }
    let old = place.node.document.bytes.slice(place.range).text
    findings[findings.count - 1].correction = Finding.Correction(old: old, new: text())
  }

  /// Adds a finding for an error in a registry or configuration file.
  mutating func report(_ mistake: FileError) {
    report(mistake.rule, at: mistake.place, mistake.message)
  }

  /// Separate from `report`, which the compiler specializes for each message.
  @inline(never) private mutating func record(
    _ rule: Rule, at place: FindingPlace, _ severity: Severity?, _ message: String
  ) {
    guard let document else { return }
    var (range, node) = (place.range, place.node.index)
    // The only other document is the decoded text of extras that are a string.
    if !(place.node.document === document), let extras = card?.node(of: .extras) {
      var string = extrasOrigin.take() ?? DocumentOrigin(of: extras)
      (range, node) = (string.range(range), extras.index)
      extrasOrigin = string
    }
    findings.append(
      Finding(
        of: rule, severity: severity, message: message, at: origin.range(range),
        // Pointers cannot address values inside of a string.
        pointer: origin.isString ? "" : pointer.text(of: node, from: root, in: document),
        record: record, cardID: currentID()))
  }

  /// Returns the id of the current card, cached for all of its findings.
  private mutating func currentID() -> String? {
    if cardID == nil, let id = card?.text(.id), id.content.count <= FindingSink.idLimit {
      cardID = id.string
    }
    return cardID
  }

  /// The maximum length of an id in findings, in bytes.
  ///
  /// Each finding of the card repeats the id.
  private static let idLimit = 1024

  /// Adds a finding whose location is already known.
  mutating func add(_ finding: Finding) {
    if !inactive.contains(finding.rule) { findings.append(finding) }
  }

  /// Sorts the findings from index `start` by location and rule.
  mutating func sort(from start: Int) {
    endValue()
    guard findings.count > start + 1 else { return }
    findings.replaceSubrange(start..., with: findings[start...].sorted { $0.precedes($1) })
  }

  /// Removes all findings, keeping the memory for the next ones.
  package mutating func removeAll() {
    findings.removeAll(keepingCapacity: true)
    counts.removeAll()
    valueStart = 0
  }
}

extension Finding {
  /// Returns whether the finding is reported before `other` in the same record.
  func precedes(_ other: Finding) -> Bool {
    offset == other.offset ? rule < other.rule : offset < other.offset
  }
}
