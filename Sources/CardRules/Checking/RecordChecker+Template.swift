import CardJSON
import ContentCardKit

// Templates: text with Liquid between the tokens of JSON.
extension RecordChecker {
  /// Checks the template of a request body as one record, in all its readings, whose equal findings
  /// are reported once.
  ///
  /// - Returns: whether `text` is a template.
  package mutating func visitTemplate(_ text: ByteView) -> Bool {
    let template = LiquidTemplate(text)
    guard template.isTemplate else { return false }
    let (cards, start) = (batch.cards, batch.sink.findings.count)
    // Equal findings are recognized by their locations.
    let isCounting = batch.sink.isCounting
    batch.sink.isCounting = false
    defer { batch.sink.isCounting = isCounting }
    var outputs: Set<Int> = []
    var hasRequest = false
    for number in 0..<template.readingCount {
      var reading = LiquidReading(number, of: template)
      outputs.formUnion(reading.outputs.map(\.lowerBound))
      hasRequest = check(&reading) || hasRequest
      batch.sink.endValue()
    }
    for mistake in template.mistakes {
      report(.requestLiquid, at: mistake.place, mistake.message)
    }
    noteUnchecked(outputs, in: template)
    batch.sink.removeRepeated(from: start)
    // A body counts once.
    batch.cards = min(batch.cards, cards + 1)
    if hasRequest { batch.requests += 1 }
    batch.values += 1
    batch.add(.other, RecordPlace(record: 1))
    return true
  }

  /// Checks the values of a reading; returns whether one is a request.
  private mutating func check(_ reading: inout LiquidReading) -> Bool {
    let (map, hasUnknownMembers) = (reading.map, reading.hasUnknownMembers)
    let text = reading.sealed()
    var scanner = JSONScanner()
    var (position, hasRequest) = (0, false)
    while position < text.count {
      do throws(JSONSyntaxError) {
        let end = try scanner.read(text, from: position)
        let root = scanner.document.root
        hasRequest = hasRequest || root.kind == .object
        if !hasUnknownMembers { check(root, map) }
        position = JSONScanner.skipSpace(text, from: end)
      } catch {
        let place = map.range(error.offset..<min(error.offset + 1, text.count))
        report(.jsonSyntax, at: place, error.withoutFix.description)
        return true
      }
    }
    return hasRequest
  }

  private mutating func check(_ root: JSONNode, _ map: LiquidMap) {
    batch.sink.enter(root.document, at: DocumentOrigin(map), root: root.index, record: 1)
    guard let kind = templateKind(of: root) else {
      return batch.sink.report(
        .jsonSyntax, at: root, "Liquid between the parts of JSON, which only a request body allows")
    }
    checkWithRenames(kind, root)
  }

  /// The kind of request that a value is; nil for a value that cannot contain Liquid.
  private func templateKind(of root: JSONNode) -> RecordKind? {
    guard root.kind == .object else { return nil }
    let kind = forcedKind ?? RecognizedValue(root)?.kind
    if let kind, kind.isBody || kind == .contentCard { return kind }
    return RequestPart.contentCard.resemblance(to: root).marks > 1 ? .contentCard : nil
  }

  /// Says which values are not checked, at the first of them.
  private mutating func noteUnchecked(_ outputs: Set<Int>, in template: LiquidTemplate) {
    var words: [String] = []
    if !outputs.isEmpty { words.append("\(counted(outputs.count, "value")) of Liquid") }
    let branches = template.branchCount
    if branches > LiquidTemplate.readingLimit {
      words.append("\(branches - LiquidTemplate.readingLimit) of \(branches) branches")
    }
    guard let first = outputs.min() ?? template.firstTag?.lowerBound, !words.isEmpty else { return }
    report(
      .requestNotChecked, at: first..<first + 2, "not checked: \(words.joined(separator: ", "))")
  }

  private mutating func report(_ rule: Rule, at place: Range<Int>, _ message: String) {
    batch.sink.add(Finding(of: rule, message: message, at: place, record: 1))
  }
}
