import CardProcessing
import CardJSON
import CardRules
import ContentCardKit
import EventJournal

/// One card for people: a section for each question, each line `section  name  value`.
extension CardDetails {
  /// Writes the lines.
  ///
  /// - Parameter now: the time that ages count from, in epoch milliseconds.
  func writeText(now: Int64, _ style: TextStyle, to output: OutputStream) throws {
    var lines = ViewSections()
    let (input, position) = found.place
    lines.add("card", "place", "\(input):\(position.line):\(position.column)")
    if !found.isHeld { lines.add("card", "number", String(found.record)) }
    lines.add("card", "shape", "\(card.shape.name), \(card.shape.summary)")
    if others > 0 {
      lines.add("card", "same id", "\(counted(others, "other card")) too", paint: .notable)
    }
    addID(&lines)
    for field in fields { lines.add("field", CardDetails.row(field, now: now)) }
    lines.add("field", rows: extraFields.lazy.map { CardDetails.row($0, now: now) })
    if card.time(.expiresAt) == nil {
      lines.add("field", "expires_at", TimeWords.expiry(nil, now: now))
    }
    addOutcome(&lines)
    addPayload(&lines)
    addAction(&lines)
    addActivity(&lines, now: now)
    if found.findings.isEmpty { lines.add("finding", "none", "validate finds nothing") }
    for finding in found.findings {
      lines.add(
        "finding", finding.finding.severity.rawValue,
        "[\(finding.finding.rule)] \(finding.finding.message)",
        note: "at \(finding.start.line):\(finding.start.column)",
        paint: finding.finding.severity == .error ? .worst : .notable)
    }
    try lines.forEachLine(style) { try output.write($0, isFollowed: true) }
    try output.flush()
  }

  private static func row(_ part: (name: String, bytes: Int)) -> ViewSections.Row {
    ViewSections.Row(name: part.name, value: counted(part.bytes, "byte"))
  }

  private static func row(_ field: Field, now: Int64) -> ViewSections.Row {
    var value = String(decoding: field.json, as: UTF8.self)
    if let time = field.time { value += "  \(TimeWords.dated(time, now: now))" }
    let origin = field.isRecorded ? "the journal" : field.key
    return ViewSections.Row(
      name: field.name, value: value, note: origin.map { "from " + $0 } ?? "inferred")
  }

  private func addID(_ lines: inout ViewSections) {
    if ids.isEmpty { lines.add("id", "campaign", "unknown: not a Braze composite id") }
    for (name, id) in zip(["campaign", "variation"], ids.map(\.id)) {
      lines.add("id", name, id)
      guard let date = CardDetails.derivedDate(id) else { continue }
      lines.add("id", "\(name) made", date, note: "derived from the \(name)'s id")
    }
  }

  private func addOutcome(_ lines: inout ViewSections) {
    switch outcome {
    case .object(let object):
      lines.add("becomes", "object", object.name, paint: .good)
      for property in object.properties {
        lines.add(
          "becomes", property.name, property.json,
          note: "from " + (property.sources?.joined(separator: ", ") ?? "the registry"))
      }
    case .skipped(_, let reason): lines.add("becomes", "nothing", reason, paint: .notable)
    case .failed(let failures):
      lines.add("becomes", "nothing", "the conversion fails", paint: .worst)
      for (failure, isFatal) in failures {
        lines.add("becomes", isFatal ? "because" : "also", "\(failure)")
      }
    }
  }

  private func addPayload(_ lines: inout ViewSections) {
    let limit = CheckSettings.payloadLimit
    let payload = card.payloadSize
    let share = payload * 100 / limit
    lines.add(
      "payload", "total", "\(payload) of \(limit) bytes, \(share) %",
      note: payload > limit ? "\(payload - limit) too many: Braze does not send it" : "",
      paint: payload > limit ? .worst : nil)
    for part in parts { lines.add("payload", CardDetails.row(part)) }
    lines.add("payload", rows: extraParts.lazy.map(CardDetails.row))
  }

  private func addActivity(_ lines: inout ViewSections, now: Int64) {
    guard let activity else { return }
    for (event, count) in activity.counts.shown {
      lines.add("journal", event.words + "s", String(count))
    }
    if let times = activity.times {
      lines.add("journal", "first", TimeWords.dated(times.lowerBound, now: now))
      lines.add("journal", "last", TimeWords.dated(times.upperBound, now: now))
    }
    for user in activity.users.strings { lines.add("journal", "user", user) }
    if activity.users.hasMore { lines.add("journal", "user", "and more") }
  }

  private func addAction(_ lines: inout ViewSections) {
    switch action {
    case nil: break
    case .failure(let error): lines.add("link", "unreadable", error.description, paint: .worst)
    case .success(let action):
      for step in action.steps {
        let name = step.name.isEmpty ? "(no type)" : step.name
        lines.add(
          "link", name, step.arguments.joined(separator: ", "), note: step.problem ?? "",
          paint: step.problem == nil ? nil : .worst)
      }
    }
  }
}
