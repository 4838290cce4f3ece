import CardJSON
import ContentCardKit

/// Collects findings and computes their locations.
///
/// Checks name nodes of the document that they look at; the sink knows where that document is in
/// the input. It is the one place that switches rules off. A message is made only for a finding
/// that is kept.
package struct FindingSink: ~Copyable {
  /// The findings, in the order in which checks reported them.
  package private(set) var findings: [Finding] = []
  /// Whether findings are only counted: they then have neither messages nor locations.
  var isCounting = false
  /// The ids of the rules that are off.
  var inactive: Set<String> = [] {
    didSet { off = Rules.all.filter { inactive.contains($0.id) }.map(ObjectIdentifier.init) }
  }
  /// The rules that are off; there are few, so a search is faster than a set of ids.
  private var off: [ObjectIdentifier] = []
  /// The current document, and where its bytes are in the input.
  private var document: JSONDocument?
  private var origin = DocumentOrigin()
  private var pointer = JSONPointer()
  /// Where the document of the extras is in that of the card, if they are a string and a finding
  /// was about them.
  private var extrasOrigin: DocumentOrigin?
  /// The current card, its number and id.
  private var card: Card?
  private var record: Int?
  /// The card's id, once a finding has asked for it.
  private var cardID: String?
  /// The node from which pointers lead: the root, or the part of the document that is checked.
  private(set) var root = 0
  /// The number of findings before those of the current value.
  private var valueStart = 0
  /// The number of findings of each rule in the current value, once it has many.
  private var counts: [String: Int] = [:]
  /// Whether the last finding was kept.
  private var isKept = false

  /// A sink without findings.
  package init() {}

  /// Makes `document` the subject of the following findings.
  ///
  /// - Parameters:
  ///   - card: the card that it contains; nil for the findings of other values.
  ///   - origin: where the document's bytes are in the input.
  ///   - root: the node from which pointers lead.
  ///   - record: the number of the record, from 1.
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

  /// Whether findings of a rule are reported.
  func reports(_ rule: Rule) -> Bool { !off.contains(ObjectIdentifier(rule)) }

  /// Adds a finding about a value of the document, or of the card's extras, which may be a string
  /// that contains JSON.
  mutating func report(
    _ rule: Rule, at node: JSONNode, severity: Severity? = nil, _ message: @autoclosure () -> String
  ) { report(rule, at: .value(node), severity: severity, message()) }

  /// Adds a finding about a place of the document or of the card's extras.
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

  /// Whether another finding of a rule is kept.
  ///
  /// A value lists at most `ruleLimit` findings of a rule, so that a value that contains only
  /// errors takes no more memory than any other of its size. Rules are counted only in a value with
  /// that many findings.
  private mutating func hasRoom(for rule: Rule) -> Bool {
    guard findings.count - valueStart >= FindingSink.ruleLimit else { return true }
    if counts.isEmpty {
      for finding in findings[valueStart...] { counts[finding.rule, default: 0] += 1 }
    }
    counts[rule.id, default: 0] += 1
    return counts[rule.id, default: 0] <= FindingSink.ruleLimit
  }

  /// The maximum number of listed findings of one rule in a value.
  package static let ruleLimit = 10_000

  /// Reports how many findings of each rule are not listed.
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

  /// Adds a fix to the finding that was reported last, at this place.
  ///
  /// Only for certain fixes, and never in a document that is the text of a string.
  mutating func correct(_ place: FindingPlace, to text: @autoclosure () -> String) {
    guard isKept, !isCounting, !origin.isString else { return }
    let old = place.node.document.bytes.slice(place.range).text
    findings[findings.count - 1].correction = Finding.Correction(old: old, new: text())
  }

  /// Adds an error in a registry or configuration file as a finding.
  mutating func report(_ mistake: FileMistake) {
    report(mistake.rule, at: mistake.place, mistake.message)
  }

  /// Separate from `report`, which the compiler copies for each message.
  @inline(never) private mutating func record(
    _ rule: Rule, at place: FindingPlace, _ severity: Severity?, _ message: String
  ) {
    guard let document else { return }
    var (range, node) = (place.range, place.node.index)
    // The only other document is that of extras that are a string.
    if !(place.node.document === document), let extras = card?.node(of: .extras) {
      var string = extrasOrigin.take() ?? DocumentOrigin(of: extras)
      (range, node) = (string.range(range), extras.index)
      extrasOrigin = string
    }
    findings.append(
      Finding(
        of: rule, severity: severity, message: message, at: origin.range(range),
        // No pointer leads into a string, so values of a document that is the text of one have none.
        pointer: origin.isString ? "" : pointer.text(of: node, from: root, in: document),
        record: record, cardID: currentID()))
  }

  /// The id of the current card; one text for all findings of a card.
  private mutating func currentID() -> String? {
    if cardID == nil, let id = card?.text(.id), id.content.count <= FindingSink.idLimit {
      cardID = id.string
    }
    return cardID
  }

  /// The maximum length of an id in findings, in bytes: each finding of the card repeats it.
  private static let idLimit = 1024

  /// Adds a finding whose location is already known.
  mutating func add(_ finding: Finding) {
    if !inactive.contains(finding.rule) { findings.append(finding) }
  }

  /// Sorts the findings from index `start` on by location and rule.
  mutating func sort(from start: Int) {
    endValue()
    guard findings.count > start + 1 else { return }
    findings.replaceSubrange(start..., with: findings[start...].sorted { $0.precedes($1) })
  }

  /// Removes all findings, and keeps the memory for the next ones.
  package mutating func removeAll() {
    findings.removeAll(keepingCapacity: true)
    counts.removeAll()
    valueStart = 0
  }
}

extension Finding {
  /// Whether the finding is reported before `other` of the same record.
  func precedes(_ other: Finding) -> Bool {
    offset == other.offset ? rule < other.rule : offset < other.offset
  }
}
