import CardProcessing
import CardJSON
import CardRules
import ContentCardKit
import EventJournal

/// One card for people: a section for each question, each line `section  name  value`.
extension CardDetails {
  /// Writes the lines.
  ///
  /// - Parameters:
  ///   - now: the time that ages count from, in epoch milliseconds.
  ///   - others: how many other cards have the same id.
  func writeText(now: Int64, others: Int, _ style: TextStyle, to output: OutputStream) throws {
    var lines = ViewSections()
    lines.add("card", "place", "\(place.input):\(place.position.line):\(place.position.column)")
    if let record = place.record { lines.add("card", "number", String(record)) }
    lines.add("card", "shape", "\(shape.name), \(shape.summary)")
    if others > 0 {
      lines.add(
        "card", "same id", "\(counted(others, "other card")) too", paint: .notable)
    }
    addID(&lines)
    for field in fields { lines.add("field", CardDetails.row(field, now: now)) }
    lines.add("field", rows: extras.fields.lazy.map { CardDetails.row($0, now: now) })
    if expires == nil { lines.add("field", "expires_at", TimeWords.expiry(nil, now: now)) }
    addOutcome(&lines)
    addPayload(&lines)
    addAction(&lines)
    addActivity(&lines, now: now)
    if findings.isEmpty { lines.add("finding", "none", "validate finds nothing") }
    for finding in findings {
      lines.add(
        "finding", finding.finding.severity.rawValue,
        "[\(finding.finding.rule)] \(finding.finding.message)",
        note: "at \(finding.start.line):\(finding.start.column)",
        paint: finding.finding.severity == .error ? .worst : .notable)
    }
    let rows = RowBuffer(output, .lines)
    try lines.forEachLine(style) { line in
      rows.rows.append(line)
      try rows.writeWhenFull()
    }
    try rows.end()
  }

  private static func row(_ part: Part) -> ViewSections.Row {
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
    if campaign == nil { lines.add("id", "campaign", "unknown: not a Braze composite id") }
    for (name, id) in [("campaign", campaign), ("variation", variation)] {
      guard let id else { continue }
      lines.add("id", name, id)
      guard let date = CardDetails.derivedDate(id) else { continue }
      lines.add("id", "\(name) made", date, note: "derived from the \(name)'s id")
    }
  }

  /// When a campaign or a variation was made, by its id; nil when the id does not say.
  static func derivedDate(_ id: String) -> String? {
    let bytes = ByteBuffer(id.utf8)
    return CompositeID.creationTime(of: bytes.view).flatMap { ISO8601.text($0) }
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
    let share = payload * 100 / limit
    lines.add(
      "payload", "total", "\(payload) of \(limit) bytes, \(share) %",
      note: payload > limit ? "\(payload - limit) too many: Braze does not send it" : "",
      paint: payload > limit ? .worst : nil)
    for part in parts { lines.add("payload", CardDetails.row(part)) }
    lines.add("payload", rows: extras.parts.lazy.map(CardDetails.row))
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
    case .bad(let error): lines.add("link", "unreadable", error.description, paint: .worst)
    case .decoded(let action):
      for step in action.steps {
        let name = step.name.isEmpty ? "(no type)" : step.name
        lines.add(
          "link", name, step.arguments.joined(separator: ", "), note: step.problem ?? "",
          paint: step.problem == nil ? nil : .worst)
      }
    }
  }
}
