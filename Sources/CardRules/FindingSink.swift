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
  /// The rules that are off.
  var inactive = RuleSet()
  /// The current document, and its location in the input.
  private var document: JSONDocument?
  private var origin = DocumentOrigin()
  private var pointer = JSONPointer()
  /// The location of the extras' document in the card's document, once a finding needed it; nil if
  /// the extras are not a string.
  private var extrasOrigin: DocumentOrigin?
  /// The current card and its number.
  private var card: Card?
  private var number: Int?
  /// The card's id, once a finding needed it.
  private var cardID: String?
  /// The node that pointers start from: the root, or the checked part of the document.
  private var root = 0
  /// The copy of the record that is checked, because keys of the record are misnamed; nil if the
  /// record itself is checked.
  private var copy: RenamedCopy?
  /// The edits of the document that rename the misnamed keys of the record.
  private var renames: [TextEdit] = []
  /// The indices of the findings about these keys.
  private var renameFindings: [Int] = []
  /// The nodes of values that are not checked, from the record's node.
  private var unchecked: Set<Int> = []
  /// The index of the first finding of the current value.
  private var valueStart = 0
  /// The number of findings of each rule in the current value, once it has `ruleLimit` findings.
  private var counts: [Rule: Int] = [:]

  /// Creates a sink without findings.
  package init() {}

  /// Makes `document` the subject of the following findings.
  ///
  /// - Parameters:
  ///   - card: the card in the document; nil for other values.
  ///   - origin: the location of the document in the input.
  ///   - root: the node that pointers start from.
  ///   - number: the 1-based number of the record.
  package mutating func enter(
    _ document: JSONDocument, of card: Card? = nil, at origin: DocumentOrigin, root: Int = 0,
    record number: Int? = nil
  ) {
    self.document = document
    self.card = card
    self.origin = origin
    self.root = root
    self.number = number
    pointer.removeAll()
    (cardID, extrasOrigin, copy) = (nil, nil, nil)
    if !renames.isEmpty { (renames, renameFindings, unchecked) = ([], [], []) }
  }

  /// Makes a card of the current record the subject of the following findings.
  mutating func enter(_ card: Card) { (self.card, cardID, extrasOrigin) = (card, nil, nil) }

  /// The record that is checked: the value itself, or the copy with right keys.
  var record: JSONNode? { copy == nil ? document.map { $0[root] } : document?.root }

  /// Returns whether a value of the record is checked.
  func checks(_ value: JSONNode) -> Bool {
    unchecked.isEmpty || !unchecked.contains(value.index - (record?.index ?? 0))
  }

  /// Returns whether findings of `rule` are reported.
  func reports(_ rule: Rule) -> Bool { !inactive.contains(rule) }

  /// Adds a finding about a value of the document, or of the card's extras, which may be a string
  /// that contains JSON.
  ///
  /// - Parameter fix: edits without doubt; ignored inside of a string.
  mutating func report(
    _ rule: Rule, at node: JSONNode, severity: Severity? = nil,
    _ message: @autoclosure () -> String,
    fix: @autoclosure () -> Fix = []
  ) { report(rule, at: .value(node), severity: severity, message(), fix: fix()) }

  /// Adds a finding at a location in the document or in the card's extras.
  mutating func report(
    _ rule: Rule, at place: FindingPlace, severity: Severity? = nil,
    _ message: @autoclosure () -> String, fix: @autoclosure () -> Fix = []
  ) {
    guard reports(rule), hasRoom(for: rule) else { return }
    if isCounting {
      findings.append(Finding(of: rule, severity: severity, message: "", at: 0..<0))
    } else {
      record(rule, at: place, severity, message(), fix())
    }
  }

  /// Adds a finding about the key of a value, which is meant to be `name`.
  ///
  /// If it is the only key that is, renaming it is the fix, and the checks go on as if it had been
  /// done.
  ///
  /// - Parameter change: further edits that belong to the fix, because the value has another form
  ///   under this key. Then the value is not checked.
  mutating func report(
    _ rule: Rule, misnamed value: JSONNode, as name: String, isOnly: Bool,
    _ message: @autoclosure () -> String, change: Fix = []
  ) {
    let (count, place) = (findings.count, FindingPlace.key(value))
    guard isOnly else { return report(rule, at: place, message()) }
    report(rule, at: place, message(), fix: .write(MessageText.json(name), at: place) + change)
    guard let document, value.document === document else { return }
    if !change.isEmpty { unchecked.insert(value.index - (record?.index ?? 0)) }
    let rename = copied(TextEdit(place.range, MessageText.json(name)))
    if copy?.renames(rename.range) == true { return }
    renames.append(rename)
    if findings.count > count { renameFindings.append(count) }
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
    counts[rule, default: 0] += 1
    return counts[rule, default: 0] <= FindingSink.ruleLimit
  }

  /// The maximum number of findings of one rule to keep per value.
  package static let ruleLimit = 10_000

  /// Adds a finding with the number of omitted findings of each rule.
  mutating func endValue() {
    defer { valueStart = findings.count }
    guard !counts.isEmpty else { return }
    for (rule, count) in counts.sorted(by: { $0.key < $1.key })
    where count > FindingSink.ruleLimit {
      guard var rest = findings[valueStart...].last(where: { $0.rule == rule }) else { continue }
      let message = "\(count - FindingSink.ruleLimit) more like this in the same value"
      rest.message = isCounting ? "" : message
      rest.severity = rule.severity
      rest.fix = []
      findings.append(rest)
    }
    counts.removeAll()
  }

  /// Adds a finding for an error in a registry or configuration file.
  mutating func report(_ mistake: FileError) {
    report(mistake.rule, at: mistake.place, mistake.message)
  }

  /// Separate from `report`, which the compiler specializes for each message.
  @inline(never) private mutating func record(
    _ rule: Rule, at place: FindingPlace, _ severity: Severity?, _ message: String, _ fix: Fix
  ) {
    guard let document else { return }
    var (range, node) = (place.range, place.node.index)
    let isOfDocument = place.node.document === document
    // The only other document is the decoded text of extras that are a string.
    if !isOfDocument, let extras = card?.node(of: .extras) {
      var string = extrasOrigin.take() ?? DocumentOrigin(of: extras)
      (range, node) = (string.range(range), extras.index)
      extrasOrigin = string
    }
    if copy != nil { (range, node) = (copied(TextEdit(range, "")).range, node + root) }
    var finding = Finding(
      of: rule, severity: severity, message: message, at: origin.range(range),
      // Pointers cannot address values inside of a string.
      pointer: origin.isString
        ? "" : pointer.text(of: node, from: root, in: copy?.original ?? document),
      record: number, cardID: currentID())
    if isOfDocument, !origin.isString, origin.template == nil {
      finding.fix = fix.map { copied($0).moved(by: origin.offset(0)) }
        .sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
    findings.append(finding)
  }

  /// Returns an edit of the checked document as an edit of the document that contains the record.
  private func copied(_ edit: TextEdit) -> TextEdit {
    copy.map { TextEdit($0.origin(of: edit.range), edit.text) } ?? edit
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
    if reports(finding.rule) { findings.append(finding) }
  }

  /// Sorts the findings from index `start` by location and rule.
  mutating func sort(from start: Int) {
    endValue()
    guard findings.count > start + 1 else { return }
    findings.replaceSubrange(start..., with: findings[start...].sorted { $0.precedes($1) })
  }

  /// Whether a tag of a template writes a value of the current document, whose type is unknown.
  func isOutput(_ value: JSONNode) -> Bool {
    guard let template = origin.template, value.kind == .string else { return false }
    return value.isOutput || template.isOutput(at: value.range.lowerBound)
  }

  /// Removes findings from index `start` on that say the same at the same place as earlier ones.
  mutating func removeRepeated(from start: Int) {
    var seen: Set<String> = []
    let kept = findings[start...].filter {
      seen.insert("\($0.offset) \($0.endOffset) \($0.rule) \($0.message)").inserted
    }
    findings.replaceSubrange(start..., with: kept)
    valueStart = start
  }

  /// Writes the record into `text` with its misnamed keys renamed, if any were found since the last
  /// call; returns whether there were any.
  mutating func rename(into text: inout ByteBuffer) -> Bool {
    let known = copy?.edits.count ?? 0
    guard renames.count > known, let original = copy?.original ?? document else { return false }
    let edits = renames.sorted { $0.range.lowerBound < $1.range.lowerBound }
    text.removeAll()
    text.append(original[root].range, of: original.bytes, with: edits)
    copy = RenamedCopy(original[root], edits)
    return true
  }

  /// Makes the copy that was written, once scanned, the subject of the following findings.
  ///
  /// It is checked in place of the record, whose findings are dropped, except those about its
  /// misnamed keys.
  mutating func enterCopy(_ document: JSONDocument, of card: Card?) {
    let kept = renameFindings.map { findings[$0] }
    findings.replaceSubrange(valueStart..., with: kept)
    renameFindings = Array(valueStart..<findings.count)
    counts.removeAll()
    (self.document, self.card, cardID, extrasOrigin) = (document, card, nil, nil)
  }

  /// Says in the first finding of the current value which shape the card is read as, although it
  /// also fits another one.
  mutating func noteShape(_ shape: Shape) {
    let own = findings.indices[valueStart...]
    guard !isCounting, let first = own.min(by: { findings[$0].precedes(findings[$1]) }) else {
      return
    }
    findings[first].message += " (read as \(shape.name), like the cards around it)"
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

/// A copy of a record with the right names for its misnamed keys.
private struct RenamedCopy {
  /// The document that contains the record.
  let original: JSONDocument
  /// The offset of the record in it.
  let start: Int
  /// The edits of the document, in ascending order.
  let edits: [TextEdit]
  /// The text of the copy.
  let text: EditedText

  init(_ record: JSONNode, _ edits: [TextEdit]) {
    (original, self.edits, start) = (record.document, edits, record.range.lowerBound)
    var text = EditedText(count: record.range.count)
    text.apply(edits.map { $0.moved(by: -record.range.lowerBound) })
    self.text = text
  }

  /// Returns a range of the original document for one of the copy.
  func origin(of range: Range<Int>) -> Range<Int> {
    start + text.origin(of: range.lowerBound)..<start + text.origin(of: range.upperBound)
  }

  /// Returns whether a key was renamed.
  func renames(_ key: Range<Int>) -> Bool {
    let index = edits.indices.partitionPoint { edits[$0].range.lowerBound < key.lowerBound }
    return index < edits.count && edits[index].range == key
  }
}
