import CardProcessing
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
  var inactive: Set<String> = []
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
  ///   - origin: where the document's bytes are in the input.
  ///   - root: the node from which pointers lead.
  ///   - record: the number of the record, from 1.
  package mutating func enter(
    _ document: JSONDocument, at origin: DocumentOrigin, root: Int = 0, record: Int? = nil
  ) {
    self.document = document
    self.root = root
    self.origin = origin
    self.pointer.removeAll()
    card = nil
    cardID = nil
    self.record = record
  }

  /// Makes `card` the subject of the following findings.
  ///
  /// - Parameters:
  ///   - root: the node from which pointers lead.
  ///   - record: the number of the card, from 1.
  package mutating func enter(_ card: Card, at origin: DocumentOrigin, root: Int = 0, record: Int) {
    enter(card.document, at: origin, root: root, record: record)
    extrasOrigin = nil
    self.card = card
  }

  /// Whether findings of a rule are reported.
  func reports(_ rule: Rule) -> Bool { !inactive.contains(rule.id) }

  /// Adds a finding about a value: see below.
  mutating func report(
    _ rule: Rule, at node: JSONNode, severity: Severity? = nil, _ message: @autoclosure () -> String
  ) { report(rule, at: .value(node.index), severity: severity, message()) }

  /// Adds a finding about a value: see below.
  package mutating func report(
    _ rule: Rule, at node: Int, inExtras: Bool = false, severity: Severity? = nil,
    _ message: @autoclosure () -> String
  ) { report(rule, at: .value(node), inExtras: inExtras, severity: severity, message()) }

  /// Adds a finding about a place of the document, or of the card's extras, which may be a string
  /// that contains JSON.
  package mutating func report(
    _ rule: Rule, at place: FindingPlace, inExtras: Bool = false, severity: Severity? = nil,
    _ message: @autoclosure () -> String
  ) {
    isKept = reports(rule) && hasRoom(for: rule)
    guard isKept else { return }
    if isCounting {
      findings.append(Finding(of: rule, severity: severity, message: "", at: 0..<0))
    } else {
      record(rule, at: place, inExtras: inExtras, severity, message())
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
    valueStart = findings.count
  }

  /// Adds a fix to the finding that was reported last, at this place.
  ///
  /// Only for certain fixes, and never in a document that is the text of a string.
  mutating func correct(_ place: FindingPlace, to text: @autoclosure () -> String) {
    guard isKept, !isCounting, !origin.isString, let document else { return }
    let old = document.bytes.slice(place.range(in: document)).text
    findings[findings.count - 1].correction = Finding.Correction(old: old, new: text())
  }

  /// Adds an error in a registry or configuration file as a finding.
  mutating func report(_ mistake: FileMistake) {
    report(mistake.rule, at: mistake.place, mistake.message)
  }

  /// Separate from `report`, which the compiler copies for each message.
  @inline(never)
  private mutating func record(
    _ rule: Rule, at place: FindingPlace, inExtras: Bool, _ severity: Severity?,
    _ message: String
  ) {
    guard let document else { return }
    let (range, node) =
      if inExtras, let card, card.hasDecodedExtras {
        (rangeInExtras(place, of: card), card.writtenNode(of: .extras))
      } else if case .value(0) = place, let card {
        // A flag that only a device recorded has no value.
        (FindingPlace.value(card.node).range(in: document), card.node)
      } else {
        (place.range(in: document), place.node)
      }
    findings.append(
      Finding(
        of: rule, severity: severity, message: message, at: origin.range(range),
        pointer: pointer(of: node, in: document), record: record, cardID: currentID()))
  }

  /// Where a place of extras that are a string is in the card's document.
  private mutating func rangeInExtras(_ place: FindingPlace, of card: Card) -> Range<Int> {
    var string =
      extrasOrigin.take() ?? DocumentOrigin(of: card.writtenNode(of: .extras), in: card.document)
    let inner = string.range(place.range(in: card.extrasDocument))
    extrasOrigin = string
    return inner
  }

  /// The pointer of a value from the root of the input's value.
  ///
  /// No pointer leads into a string, so values of a document that is the text of one have none.
  private mutating func pointer(of node: Int, in document: JSONDocument) -> String {
    origin.isString ? "" : pointer.text(of: node, from: root, in: document)
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

extension FindingPlace {
  /// The node that the place is or belongs to.
  var node: Int {
    switch self {
    case .value(let node), .key(let node), .part(let node, _): node
    }
  }

  /// The bytes of the place in `document`.
  func range(in document: JSONDocument) -> Range<Int> {
    switch self {
    case .value(let node): document.range(node)
    case .key(let node): document.range(node - 1)
    case .part(let node, let bytes):
      document.word(node).offset + bytes.lowerBound..<document.word(node).offset + bytes.upperBound
    }
  }
}
