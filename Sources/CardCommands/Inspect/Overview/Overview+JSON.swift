import CardJSON
import CardRules
import ContentCardKit

/// The counts as one JSON object; a key is there whatever was counted.
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
    add("types", name: "type", counts: zip(CardTally.typeNames, tally.types), json: &object)
    object.objects("class_types", tally.classes.sorted) { row, item in
      row.add("class_type", item.name)
      if let object = objectName(ofClass: item.name) { row.add("object", object) }
      row.add("count", item.count)
    }
    object.add("class_types_not_listed", tally.classes.others)
    object.add("without_class_type", tally.withoutClass)
    object.object("flags") { flags in
      for (flag, count) in zip(CardFlag.allCases, tally.flags) {
        flags.key(flag.rawValue)
        flags.add(nil, count)
      }
    }
    add(
      "shapes", name: "shape", counts: zip(Shape.allCases.map(\.name.description), tally.shapes),
      json: &object)
    addDays(
      "created", days: tally.created, absent: "unknown", count: tally.withoutCreated, json: &object)
    addDays("expires", days: tally.expires, absent: "never", count: tally.never, json: &object)
    object.object("payload") { payload in
      payload.add("total", tally.payload)
      payload.object("largest") { largest in
        largest.add("bytes", tally.largest)
        if tally.largestID.count > 0 {
          largest.add("id", .text(CardText(tally.largestID.view, isEscaped: true)))
        }
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
    _ key: StaticString, name: StaticString, counts: Zip2Sequence<[String], [Int]>,
    json: inout JSONWriter
  ) {
    json.objects(key, counts.filter { $0.1 > 0 }) { row, item in
      row.add(name, item.0)
      row.add("count", item.1)
    }
  }

  private func addDays(
    _ key: StaticString, days: DayCounts, absent: StaticString, count: Int,
    json: inout JSONWriter
  ) {
    // Scripts can add days up themselves, so they get every one.
    let bars = days.bars(atMost: .max).bars
    json.object(key) { object in
      object.objects("days", bars.filter { $0.count > 0 }) { row, bar in
        row.add("date", bar.start)
        row.add("count", bar.count)
      }
      object.add("earlier", days.earlier)
      object.add("later", days.later)
      object.add(absent, count)
    }
  }
}
