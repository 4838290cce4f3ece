import CardJSON
import CardRules
import ContentCardKit
import EventJournal

/// The details as text in sections, where each line is `section  name  value`.
extension CardDetails {
  /// Writes the lines, with times in `zone` and ages relative to `now`.
  func writeText(now: Int64, in zone: Zone, _ style: TextStyle, to output: OutputStream) throws {
    var lines = ViewSections()
    if let location = found.location {
      lines.add("card", "location", "\(location.input):\(location.line):\(location.column ?? 1)")
    }
    if !found.isInDeviceFeed { lines.add("card", "number", String(found.record)) }
    lines.add("card", "shape", "\(card.shape.name), \(card.shape.summary)")
    if others > 0 {
      lines.add("card", "same id", counted(others, "other card"), paint: .highlighted)
    }
    if ids.isEmpty { lines.add("id", "campaign", "unknown: not a Braze composite id") }
    for (name, _, id, made) in ids {
      lines.add("id", name, id)
      if let made { lines.add("id", "\(name) created", made, note: "derived from the \(name) id") }
    }
    for field in fields { lines.add("field", CardDetails.row(field, now: now, in: zone)) }
    lines.add("field", rows: extraFields.lazy.map { CardDetails.row($0, now: now, in: zone) })
    if card.time(.expiresAt) == nil { lines.add("field", "expires_at", "never") }
    addOutcome(&lines)
    addPayload(&lines)
    addAction(&lines)
    addActivity(&lines, now: now, in: zone)
    if found.findings.isEmpty { lines.add("finding", "none", "validate reports nothing") }
    for finding in found.findings {
      lines.add(
        "finding", finding.finding.severity.rawValue,
        "[\(finding.finding.rule)] \(finding.finding.message)",
        note: "at \(finding.start.line):\(finding.start.column)",
        paint: finding.finding.severity == .error ? .error : .highlighted)
    }
    try lines.forEachLine(style) { try output.write($0, isFollowed: true) }
    try output.flush()
  }

  private static func row(_ part: Part) -> ViewSections.Row {
    ViewSections.Row(name: part.name, value: counted(part.bytes, "byte"))
  }

  private static func row(_ field: Field, now: Int64, in zone: Zone) -> ViewSections.Row {
    let time = field.value.time.map { "  \(TimeWords.dated($0, now: now, in: zone))" }
    let origin = field.isRecorded ? "the journal" : field.key
    return ViewSections.Row(
      name: field.name, value: field.value.json + (time ?? ""),
      note: origin.map { "from " + $0 } ?? "inferred")
  }

  private func addOutcome(_ lines: inout ViewSections) {
    switch outcome {
    case .object(let name, _, let properties):
      lines.add("becomes", "object", name, paint: .good)
      for property in properties {
        let origin = property.sources?.joined(separator: ", ") ?? "the registry"
        lines.add("becomes", property.name, property.json, note: "from " + origin)
      }
    case .skipped(_, let reason): lines.add("becomes", "nothing", reason, paint: .highlighted)
    case .failed(let failures):
      lines.add("becomes", "nothing", "the conversion fails", paint: .error)
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
      paint: payload > limit ? .error : nil)
    for part in parts { lines.add("payload", CardDetails.row(part)) }
    lines.add("payload", rows: extraParts.lazy.map(CardDetails.row))
  }

  private func addActivity(_ lines: inout ViewSections, now: Int64, in zone: Zone) {
    guard let activity else { return }
    for (event, count) in activity.counts.shown {
      lines.add("journal", event.words + "s", String(count))
    }
    if let times = activity.times {
      lines.add("journal", "first", TimeWords.dated(times.lowerBound, now: now, in: zone))
      lines.add("journal", "last", TimeWords.dated(times.upperBound, now: now, in: zone))
    }
    for user in activity.users.strings { lines.add("journal", "user", user) }
    if activity.users.hasMore { lines.add("journal", "user", "and more") }
  }

  private func addAction(_ lines: inout ViewSections) {
    switch action {
    case nil: break
    case .failure(let error): lines.add("link", "unreadable", error.description, paint: .error)
    case .success(let action):
      for step in action.steps {
        let name = step.name.isEmpty ? "(no type)" : step.name
        lines.add(
          "link", name, step.arguments.joined(separator: ", "), note: step.problem ?? "",
          paint: step.problem == nil ? nil : .error)
      }
    }
  }
}

/// The details as one JSON object, with the values as written in the card.
extension CardDetails {
  /// Writes the indented object and a line end, in pieces because a card may have many extras.
  func writeJSON(to output: OutputStream) throws {
    var json = JSONWriter(.indented)
    func drain(_ json: inout JSONWriter) throws {
      try json.drain(whenFull: true) { try output.write($0) }
    }
    try json.object { object in
      if let id = card.text(.id) { object.add("id", id.string) }
      found.location?.add(to: &object)
      if !found.isInDeviceFeed { object.add("record", found.record) }
      object.add("cards_with_same_id", others)
      object.add("shape", card.shape.name.description)
      if let type = card.type { object.add("type", type.name.description) }
      addIDs(&object)
      let fields = [AnySequence(self.fields), AnySequence(extraFields)].joined()
      try object.objects("fields", fields) { row, field in
        row.add("field", field.name)
        if let key = field.key { row.add("key", key) }
        if field.isRecorded { row.add("source", "journal") }
        row.add("value", json: field.value.json)
        try drain(&row)
      }
      object.object("conversion") { addOutcome(&$0) }
      try object.object("payload") { payload in
        payload.add("total", card.payloadSize)
        payload.add("limit", CheckSettings.payloadLimit)
        let parts = [AnySequence(self.parts), AnySequence(extraParts)].joined()
        try payload.objects("parts", parts) { row, part in
          row.add("field", part.name)
          row.add("bytes", part.bytes)
          try drain(&row)
        }
      }
      addAction(&object)
      addActivity(&object)
      try object.objects("findings", found.findings) { row, finding in
        row.add("line", finding.start.line)
        row.add("column", finding.start.column)
        if !found.isInDeviceFeed {
          row.add("end_line", finding.end.line)
          row.add("end_column", finding.end.column)
          row.add("offset", finding.finding.offset)
        }
        row.addDescription(of: finding.finding)
        try drain(&row)
      }
    }
    try json.drain { try output.write($0) }
    try output.write("\n")
  }

  private func addIDs(_ json: inout JSONWriter) {
    if ids.isEmpty { return }
    json.object("composite_id") { object in
      for (_, key, id, made) in ids {
        object.key("\(key)_id")
        object.add(nil, id)
        guard let made else { continue }
        object.key("\(key)_made_derived")
        object.add(nil, made)
      }
    }
  }

  private func addOutcome(_ json: inout JSONWriter) {
    switch outcome {
    case .object(let name, let object, let properties):
      json.add("status", "converted")
      json.add("object", name)
      json.add("value", json: object)
      json.objects("origins", properties) { row, property in
        row.add("property", property.name)
        row.add("from", property.sources ?? [])
      }
    case .skipped(let reason, let words):
      json.add("status", "skipped")
      json.add("reason", reason)
      json.add("message", words)
    case .failed(let failures):
      json.add("status", "failed")
      json.objects("failures", failures) { row, item in
        row.add("reason", item.failure.code)
        row.add("fatal", item.isFatal)
        if !item.failure.property.isEmpty { row.add("property", item.failure.property) }
        row.add("message", "\(item.failure)")
      }
    }
  }

  private func addAction(_ json: inout JSONWriter) {
    guard let action else { return }
    json.object("braze_action") { object in
      switch action {
      case .failure(let error): object.add("error", error.description)
      case .success(let action):
        object.add("decoded", json: action.json)
        object.objects("steps", action.steps) { row, step in
          row.add("type", step.name)
          row.array("args") { for argument in step.arguments { $0.add(nil, json: argument) } }
          if let problem = step.problem { row.add("problem", problem) }
        }
      }
    }
  }

  private func addActivity(_ json: inout JSONWriter) {
    guard let activity else { return }
    json.object("journal") { object in
      for event in CountedEvent.allCases { object.add(event.key, activity.counts[event]) }
      if let times = activity.times {
        object.add("first", milliseconds: times.lowerBound)
        object.add("last", milliseconds: times.upperBound)
      }
      object.add("users", activity.users.strings)
      object.add("more_users", activity.users.hasMore)
    }
  }
}
