import CardProcessing
import CardJSON
import CardRules
import ContentCardKit
import EventJournal

/// One card as one JSON object, with its values as they are written.
extension CardDetails {
  /// Writes the object, indented and with a line end, piece by piece, because a card may have many
  /// extras.
  func writeJSON(to output: OutputStream) throws {
    var json = JSONWriter(.indented)
    func drain(_ json: inout JSONWriter) throws {
      try json.drain(whenFull: true) { try output.write($0) }
    }
    try json.object { object in
      if let id = card.text(.id) { object.add("id", id.string) }
      object.add("path", found.place.input)
      object.add("line", found.place.position.line)
      object.add("column", found.place.position.column)
      if !found.isHeld { object.add("record", found.record) }
      object.add("cards_with_same_id", others)
      object.add("shape", card.shape.name.description)
      if let type = card.type { object.add("type", type.name.description) }
      addID(&object)
      try object.array("fields") { array in
        for field in fields { CardDetails.add(field, to: &array) }
        for field in extraFields {
          CardDetails.add(field, to: &array)
          try drain(&array)
        }
      }
      object.object("conversion") { addOutcome(&$0) }
      try object.object("payload") { payload in
        payload.add("total", card.payloadSize)
        payload.add("limit", CheckSettings.payloadLimit)
        try payload.array("parts") { array in
          for part in parts { CardDetails.add(part, to: &array) }
          for part in extraParts {
            CardDetails.add(part, to: &array)
            try drain(&array)
          }
        }
      }
      addAction(&object)
      addActivity(&object)
      try object.array("findings") { array in
        for finding in found.findings {
          array.object { add(finding, &$0) }
          try drain(&array)
        }
      }
    }
    try json.drain { try output.write($0) }
    try output.write("\n")
  }

  private static func add(_ field: Field, to array: inout JSONWriter) {
    array.object { row in
      row.add("field", field.name)
      if let key = field.key { row.add("key", key) }
      if field.isRecorded { row.add("source", "journal") }
      row.add("value", json: field.json)
    }
  }

  private static func add(_ part: (name: String, bytes: Int), to array: inout JSONWriter) {
    array.object { row in
      row.add("field", part.name)
      row.add("bytes", part.bytes)
    }
  }

  private func addID(_ json: inout JSONWriter) {
    guard !ids.isEmpty else { return }
    json.object("composite_id") { object in
      for (key, id) in ids {
        object.key("\(key)_id")
        object.add(nil, id)
        guard let date = CardDetails.derivedDate(id) else { continue }
        object.key("\(key)_made_derived")
        object.add(nil, date)
      }
    }
  }

  private func addOutcome(_ json: inout JSONWriter) {
    switch outcome {
    case .object(let object):
      json.add("status", "converted")
      json.add("object", object.name)
      json.add("value", json: object.json)
      json.objects("origins", object.properties) { row, property in
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
        ByteBuffer(action.json.utf8).read { object.add("decoded", json: $0) }
        object.objects("steps", action.steps) { row, step in
          row.add("type", step.name)
          row.array("args") { arguments in
            for argument in step.arguments {
              ByteBuffer(argument.utf8).read { arguments.add(nil, json: $0) }
            }
          }
          if let problem = step.problem { row.add("problem", problem) }
        }
      }
    }
  }

  private func addActivity(_ json: inout JSONWriter) {
    guard let activity else { return }
    json.object("journal") { object in
      for event in CountedEvent.allCases {
        object.add(event.key, activity.counts[event])
      }
      if let times = activity.times {
        object.add("first", milliseconds: times.lowerBound)
        object.add("last", milliseconds: times.upperBound)
      }
      object.add("users", activity.users.strings)
      object.add("more_users", activity.users.hasMore)
    }
  }

  private func add(_ finding: LocatedFinding, _ json: inout JSONWriter) {
    json.add("line", finding.start.line)
    json.add("column", finding.start.column)
    if !found.isHeld {
      json.add("end_line", finding.end.line)
      json.add("end_column", finding.end.column)
      json.add("offset", finding.finding.offset)
    }
    json.addMatter(of: finding.finding)
  }
}
