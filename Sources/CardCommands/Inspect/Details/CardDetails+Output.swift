import CardJSON
import CardProcessing
import CardRules
import ContentCardKit
import EventJournal

extension CardDetails {
  /// Writes the details as lines, with times in `zone` and ages relative to `now`.
  func writeText(now: Int64, in zone: Zone, _ style: TextStyle, to output: OutputStream) throws {
    var view = view(now: now, in: zone)
    if found.findings.isEmpty { view.add("finding", "none", value: "validate reports nothing") }
    for located in found.findings {
      let finding = located.finding
      view.add(
        "finding", finding.severity.rawValue, value: "[\(finding.rule)] \(finding.message)",
        note: "at \(located.start.line):\(located.start.column)",
        paint: finding.severity == .error ? .error : .highlighted)
    }
    try view.forEachLine(style) { try output.write($0, isFollowed: true) }
    try output.flush()
  }

  /// Writes the details as one JSON object and a line end, in pieces because a card may have many
  /// extras.
  func writeJSON(now: Int64, in zone: Zone, to output: OutputStream) throws {
    var json = JSONWriter(.indented)
    func drain(_ json: inout JSONWriter) throws {
      try json.drain(whenFull: true) { try output.write($0) }
    }
    try json.object { object in
      object.addCard("card", card)
      try view(now: now, in: zone).add(to: &object, afterEach: drain)
      try object.objects("findings", found.findings) { row, located in
        row.add("line", located.start.line)
        row.add("column", located.start.column)
        if !found.isInDeviceFeed {
          row.add("end_line", located.end.line)
          row.add("end_column", located.end.column)
          row.add("offset", located.finding.offset)
        }
        row.addDescription(of: located.finding)
        try drain(&row)
      }
    }
    try json.drain { try output.write($0) }
    try output.write("\n")
  }

  /// The sections of the details, without the findings.
  private func view(now: Int64, in zone: Zone) -> View {
    var view = View()
    if let location = found.location { view.add("input", "location", value: location.words) }
    if !found.isInDeviceFeed { view.add("input", "number", count: found.record) }
    view.add("input", "shape", value: "\(card.shape.name), \(card.shape.summary)")
    if others > 0 { view.add("input", "other cards with this id", count: others) }
    if ids.isEmpty { view.add("id", "campaign", value: "unknown: not a Braze composite id") }
    for (name, id, made) in ids {
      view.add("id", name, value: id)
      guard let made else { continue }
      view.add("id", "\(name) created", value: made, note: "derived from the \(name) id")
    }
    for field in fields { view.add("field", CardDetails.row(field, now: now, in: zone)) }
    view.add("field", rows: extraFields.lazy.map { CardDetails.row($0, now: now, in: zone) })
    if card.time(.expiresAt) == nil { view.add("field", "expires_at", value: "never") }
    addOutcome(&view)
    let (payload, limit) = (card.payloadSize, CheckSettings.payloadLimit)
    view.add(
      "payload",
      View.Row(
        name: "total", value: "\(payload) of \(limit) bytes, \(payload * 100 / limit) %",
        json: String(payload),
        note: payload > limit ? "\(payload - limit) too many: Braze does not send it" : "",
        paint: payload > limit ? .error : nil))
    for part in parts { view.add("payload", CardDetails.row(part)) }
    view.add("payload", rows: extraParts.lazy.map(CardDetails.row))
    addAction(&view)
    addActivity(&view, now: now, in: zone)
    return view
  }

  private static func row(_ part: Part) -> View.Row {
    View.Row(name: part.name, value: counted(part.bytes, "byte"), json: String(part.bytes))
  }

  private static func row(_ field: Field, now: Int64, in zone: Zone) -> View.Row {
    let time = field.value.time.map { "  \(TimeWords.dated($0, now: now, in: zone))" }
    let origin = field.isRecorded ? "the journal" : field.key
    return View.Row(
      name: field.name, value: field.value.json + (time ?? ""), json: field.value.json,
      note: origin.map { "from " + $0 } ?? "inferred")
  }

  private func addOutcome(_ view: inout View) {
    switch outcome {
    case .object(let name, let properties):
      view.add("becomes", "object", value: name, paint: .good)
      for property in properties {
        let origin = property.sources?.joined(separator: ", ") ?? "the registry"
        view.add(
          "becomes",
          View.Row(
            name: property.name, value: property.json, json: property.json, note: "from " + origin))
      }
    case .skipped(let reason): view.add("becomes", "nothing", value: reason, paint: .highlighted)
    case .failed(let failures):
      view.add("becomes", "nothing", value: "the conversion fails", paint: .error)
      for (failure, isFatal) in failures {
        view.add("becomes", isFatal ? "because" : "also", value: "\(failure)")
      }
    }
  }

  private func addActivity(_ view: inout View, now: Int64, in zone: Zone) {
    guard let activity else { return }
    for (event, count) in activity.counts.shown {
      view.add("journal", event.words + "s", count: count)
    }
    if let times = activity.times {
      for (name, time) in [("first", times.lowerBound), ("last", times.upperBound)] {
        view.add("journal", name, value: TimeWords.dated(time, now: now, in: zone))
      }
    }
    for user in activity.users.strings { view.add("journal", "user", value: user) }
    if activity.users.hasMore { view.add("journal", "user", value: "and more") }
  }

  private func addAction(_ view: inout View) {
    switch action {
    case nil: break
    case .failure(let error):
      view.add("link", "unreadable", value: error.description, paint: .error)
    case .success(let action):
      for step in action.steps {
        view.add(
          "link", step.name.isEmpty ? "(no type)" : step.name,
          value: step.arguments.joined(separator: ", "), note: step.problem ?? "",
          paint: step.problem == nil ? nil : .error)
      }
    }
  }
}
