import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// The counts as one JSON object, which always has all keys.
extension Overview {
  /// Appends `,"overview":{…}` and the end of the object that began with the cards.
  func appendJSON(problems: Int, to output: inout ByteBuffer) {
    output.json(isContinued: true) { json in
      json.object("overview") { addMembers(problems, &$0) }
      json.end("}")
      json.endText()
    }
  }

  private func addMembers(_ problems: Int, _ object: inout JSONWriter) {
    object.add("cards", tally.cards)
    object.add("problems", problems)
    add("types", name: "type", tally.types, to: &object)
    object.objects("class_types", tally.classTypes.sorted) { row, item in
      row.add("class_type", item.name)
      if let object = objectName(ofClass: item.name) { row.add("object", object) }
      row.add("count", item.count)
    }
    object.add("class_types_not_listed", tally.classTypes.others)
    object.add("without_class_type", tally.cards - tally.classTypes.total)
    object.object("flags") { flags in
      for flag in CardFlag.allCases {
        flags.key(flag.name)
        flags.add(nil, tally.count(of: flag))
      }
    }
    add("shapes", name: "shape", tally.shapes, to: &object)
    addDays("created", tally.created, absent: "unknown", to: &object)
    addDays("expires", tally.expires, absent: "never", to: &object)
    object.object("payload") { payload in
      payload.add("total", tally.payload)
      payload.object("largest") { largest in
        largest.add("bytes", tally.largest.bytes)
        if let id = tally.largest.id { largest.add("id", id) }
      }
      payload.add("limit", CheckSettings.payloadLimit)
      payload.add("above_limit", tally.aboveLimit)
    }
    responses.add(to: &object)
    object.object("findings") { counts in
      counts.addCounts(of: findings)
      if let statistics = findings.statistics { counts.add("rules", statistics) }
    }
  }

  private func add(
    _ key: StaticString, name: StaticString, _ counts: [(name: String, count: Int)],
    to json: inout JSONWriter
  ) {
    json.objects(key, counts) { row, item in
      row.add(name, item.name)
      row.add("count", item.count)
    }
  }

  private func addDays(
    _ key: StaticString, _ counts: DayCounts, absent: StaticString, to json: inout JSONWriter
  ) {
    json.object(key) { object in
      object.objects("days", counts.days.sorted { $0.key < $1.key }) { row, day in
        row.add("date", Days.name(day.key))
        row.add("count", day.value)
      }
      object.add("earlier", counts.earlier)
      object.add("later", counts.later)
      object.add(absent, tally.cards - counts.total)
    }
  }
}

extension JSONWriter {
  /// Adds a card of a list: what it is, its flags and its size.
  mutating func addCard(_ card: Card, _ facts: CountedCard, using scratch: inout ByteBuffer) {
    object { object in
      if let id = card.text(.id) { object.add("id", .text(id)) }
      if let composite = card.compositeID(using: &scratch) {
        object.add("campaign_id", text: composite.campaign)
        if let variation = composite.variation {
          object.add("message_variation_id", text: variation)
        }
      }
      object.add("shape", card.shape.name.description)
      if let type = facts.type { object.add("type", type.name.description) }
      if let classType = card.classType { object.add("class_type", .text(classType)) }
      if let title = card.text(.title) { object.add("title", .text(title)) }
      if let created = facts.created { object.add("created", milliseconds: created) }
      if let expires = facts.expires { object.add("expires_at", milliseconds: expires) }
      object.array("flags") { array in for flag in facts.flags.all { array.add(nil, flag.name) } }
      object.add("payload_size", facts.payload)
    }
  }
}
