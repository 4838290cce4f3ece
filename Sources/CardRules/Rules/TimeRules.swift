import CardJSON
import ContentCardKit

extension CardContext {
  /// Checks the times of the card.
  func checkTimes(_ findings: inout FindingSink) {
    if !fields.has(.created) { checkCreatedMissing(&findings) }
    checkTime(.created, created, &findings)
    checkTime(.expiresAt, expiry, &findings)
    if let expiry { checkExpiry(expiry.milliseconds, &findings) }
  }

  private func checkCreatedMissing(_ findings: inout FindingSink) {
    guard card.node(of: .created) == nil else { return }
    // The web SDK writes null for an unknown time and still shows the card.
    let isNullUsual = card.isNullUsual(for: .created)
    if isNullUsual, card.statedNode(of: .created) != nil { return }
    findings.report(
      .createdMissing, at: place(ofMissing: .created), severity: isNullUsual ? .warning : nil,
      "the card has no creation time (\"\(key(of: .created))\")")
  }

  /// Checks the format and the unit of a time.
  private func checkTime(_ field: CardField, _ time: CardTime?, _ findings: inout FindingSink) {
    guard let node = card.node(of: field) else { return }
    let text = node.content
    switch node.kind {
    case .number:
      // Only times in seconds have a `spelling`; JavaScript dates are in milliseconds.
      if time?.spelling != nil { return }
      if !shape.writesDates, let value = JSONNumber.rounded(text) {
        checkUnit(value, node, &findings)
      }
      guard time == nil, CardTime(number: text) == nil else { return }
      findings.report(.timeInvalid, at: node, "\(node.shown) is not a time")
    case .string where CardTime(text: text) != nil:
      if shape.writesDates && ISO8601.milliseconds(text) != nil || isTemplated(node) { return }
      let right = JSONNumber.isValid(text) ? text.text : seconds(ofDate: text)
      findings.report(
        .timeInvalid, at: node, severity: .warning,
        shape.writesDates
          ? "\(node.shown) is a number in a string; SDKs expect a number or a date here"
          : "\(node.shown) is a time in a string; SDKs expect a number here"
            + (right.map { "; write \($0)" } ?? ""),
        fix: right.map { .write($0, at: node) } ?? [])
    default:
      if isTemplated(node) { return }
      findings.report(.timeInvalid, at: node, "\(node.shown) is not a time")
    }
  }

  /// Returns the number to write for a date with a time zone, nil for another one.
  private func seconds(ofDate text: ByteView) -> String? {
    let isZoned = text.text.utf8.drop { $0 | 0x20 != UInt8(ascii: "t") }.contains {
      "Zz+-".utf8.contains($0)
    }
    guard isZoned, let milliseconds = ISO8601.milliseconds(text), milliseconds % 1000 == 0 else {
      return nil
    }
    let isInSeconds = shape != .card && shape.definition.times == .number
    return isInSeconds ? "\(milliseconds / 1000)" : nil
  }

  /// Returns whether a value contains Liquid where that is allowed.
  private func isTemplated(_ node: JSONNode) -> Bool { isTemplate && containsLiquid(node) }

  private func checkUnit(_ value: Int64, _ node: JSONNode, _ findings: inout FindingSink) {
    if shape.definition.times == .milliseconds {
      guard value > 0, value < CardTime.firstMilliseconds else { return }
      let isWhole = JSONNumber.isDigits(node.content)
      return findings.report(
        .timeUnit, at: node,
        "\(value) is in seconds; this shape uses milliseconds\(isWhole ? ": write \(value)000" : "")",
        fix: isWhole ? .write("\(value)000", at: node) : [])
    }
    guard value >= CardTime.firstMilliseconds else { return }
    let (unit, perSecond) = CardContext.unit(of: value)
    let seconds = value / perSecond
    let isExact = JSONNumber.isDigits(node.content) && value % perSecond == 0
    findings.report(
      .timeUnit, at: node,
      "\(value) counts \(unit); \(isExact ? "write seconds:" : "in seconds it is") \(seconds)",
      fix: isExact ? .write("\(seconds)", at: node) : [])
  }

  /// Returns the likely unit of a time that is too large for seconds, and the units per second.
  private static func unit(of time: Int64) -> (name: String, perSecond: Int64) {
    if time / 1000 < CardTime.firstMilliseconds { return ("milliseconds", 1000) }
    if time / 1_000_000 < CardTime.firstMilliseconds { return ("microseconds", 1_000_000) }
    return ("nanoseconds", 1_000_000_000)
  }

  /// - Parameter expiry: the expiry in epoch milliseconds.
  private func checkExpiry(_ expiry: Int64, _ findings: inout FindingSink) {
    var node: JSONNode { card.node(of: .expiresAt) ?? card.object }
    // `card/expiry-before-creation` reports an expiry of 0.
    if expiry <= settings.now, expiry != 0 {
      findings.report(
        .expired, at: node, severity: settings.isNowGiven ? .warning : nil,
        "the card expired " + MessageText.date(expiry))
    }
    guard let created = created?.milliseconds else { return }
    // Use whole days, because the times may come from clocks that differ slightly.
    let days = (expiry - created) / 86_400_000
    if expiry <= created {
      findings.report(
        .expiryBeforeCreation, at: node,
        expiry == 0
          ? "0 is 1970; use -1 for never"
          : "the card expires \(MessageText.date(expiry)), not after its creation "
            + MessageText.date(created))
    } else if days > 30 {
      findings.report(
        .expiryTooFar, at: node,
        "the card expires \(days) days after its creation; the maximum is 30"
      )
    }
  }
}
