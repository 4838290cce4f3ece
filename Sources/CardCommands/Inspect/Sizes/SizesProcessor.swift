import CardProcessing
import CardJSON
import CardRules
import ContentCardKit

/// Writes what each card's payload is made of, the largest part first.
struct SizesProcessor: CardProcessor, ~Copyable {
  private typealias Part = CardDetails.Part

  var batch = Batch()
  /// Lines, or JSON objects.
  let format: InspectFormat
  let style: TextStyle

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    guard batch.beginRow(of: card) else { return }
    var parts: [Part] = []
    var total = 0
    card.forEachPayloadPart { part, bytes in
      parts.append(Part(name: part.name, bytes: bytes))
      total += bytes
    }
    // Equal parts keep the order of the card's fields: the sort is stable by their places.
    let order = parts.indices.sorted { (parts[$1].bytes, $0) < (parts[$0].bytes, $1) }
    let sorted = order.lazy.map { parts[$0] }
    if format == .json {
      batch.output.append(",\n")
      batch.output.json { SizesProcessor.add(card, sorted, total, to: &$0) }
    } else {
      batch.output.append(line(card, sorted, total))
    }
    batch.endRow()
  }

  /// The titles of the columns, on a terminal.
  static func header(_ style: TextStyle) -> String {
    guard style.draws else { return "" }
    let id = DisplayWidth.padded("id", to: idWidth)
    return style.paint(" bytes  of 2 KB  \(id)  what it is made of", .heading) + "\n"
  }

  private func line(_ card: Card, _ parts: some Sequence<Part>, _ total: Int) -> String {
    let limit = CheckSettings.payloadLimit
    let bytes = DisplayWidth.padded(String(total), to: 6, alignsRight: true)
    let share = DisplayWidth.padded("\(total * 100 / limit) %", to: 7, alignsRight: true)
    var list = ""
    for part in parts {
      list += list.isEmpty ? "" : ", "
      list += "\(style.shown(part.name)) \(part.bytes)"
    }
    let id = card.text(.id).map { style.shown($0.string) } ?? "(no id)"
    var rest = list.isEmpty ? "" : "  " + list
    if style.draws {
      let used = 6 + 2 + 7 + 2 + SizesProcessor.idWidth
      rest = DisplayWidth.cut(rest, to: max(style.width - used, 1))
    }
    // Off a terminal the id is whole, for the programs that read the lines.
    let shownID =
      style.draws
      ? DisplayWidth.padded(
        DisplayWidth.cut(id, to: SizesProcessor.idWidth), to: SizesProcessor.idWidth) : id
    return style.paint(bytes, total > limit ? .worst : nil) + "  \(share)  "
      + style.paint(shownID, .name) + rest + "\n"
  }

  private static let idWidth = 16

  private static func add(
    _ card: Card, _ parts: some Sequence<Part>, _ total: Int, to json: inout JSONWriter
  ) {
    json.object { object in
      if let id = card.text(.id) { object.add("id", .text(id)) }
      object.add("payload_size", total)
      object.add("limit", CheckSettings.payloadLimit)
      object.array("parts") { array in
        for part in parts { part.append(to: &array) }
      }
    }
  }
}
