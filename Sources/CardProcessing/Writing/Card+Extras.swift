import CardJSON
import ContentCardKit

extension Card {
  /// Appends the extras without `keys` as one object; appends nothing if no extras are left.
  ///
  /// If `addsClassType`, adds the class type if the extras do not contain it.
  func appendExtras(
    to buffer: inout ByteBuffer, without keys: PermanentTable<ByteView>, addsClassType: Bool
  ) {
    let classType = addsClassType ? classTypeOutsideExtras : nil
    guard keys.count > 0 || classType != nil else {
      if let extras { JSONText.appendCompact(extras.raw, to: &buffer) }
      return
    }
    let start = buffer.count
    if let extras {
      for (key, value) in extras.members {
        let isOmitted = keys.contains { key.text(equals: $0) }
        if isOmitted || classType != nil && key.text(equals: typeKey) { continue }
        buffer.append(",")
        buffer.append(key.raw)
        buffer.append(":")
        JSONText.appendCompact(value.raw, to: &buffer)
      }
    }
    if let classType {
      buffer.append(",")
      JSONText.appendQuoted(typeKey, to: &buffer)
      buffer.append(":")
      classType.appendJSON(to: &buffer)
    }
    guard buffer.count > start else { return }
    buffer.replace(at: start, with: UInt8(ascii: "{"))
    buffer.append("}")
  }

  /// The class type of a card in cardctl's own shape whose extras do not contain it.
  var classTypeOutsideExtras: CardText? {
    guard shape == .card, let own = text(.classType) else { return nil }
    switch extras?.member(typeKey)?.extraValue ?? .absent {
    case .text, .number, .boolean: return nil
    case .absent, .time, .nested: return own
    }
  }
}
