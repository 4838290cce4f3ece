import CardJSON
import ContentCardKit

extension Card {
  /// Appends the extras as one object; nothing if the card has none.
  ///
  /// - Parameters:
  ///   - keys: the keys to omit.
  ///   - addsClassType: whether to add the class type if the extras do not contain it. It replaces
  ///     an extra that has its key and an invalid value.
  func appendExtras(
    to buffer: inout ByteBuffer, without keys: PermanentTable<ByteView> = Card.noKeys,
    addsClassType: Bool
  ) {
    let (start, document) = (buffer.count, extras.document)
    let classType = addsClassType ? classTypeOutsideExtras : nil
    guard keys.count > 0 || classType != nil else {
      if extras.node != 0 { JSONText.appendCompact(document.raw(extras.node), to: &buffer) }
      return
    }
    forEachExtraNode { value in
      let key = value - 1
      for index in 0..<keys.count where document.text(key, equals: keys[index]) { return }
      if classType != nil, document.text(key, equals: typeKey) { return }
      buffer.append(UInt8(ascii: buffer.count == start ? "{" : ","))
      buffer.append(document.raw(key))
      buffer.append(UInt8(ascii: ":"))
      JSONText.appendCompact(document.raw(value), to: &buffer)
    }
    if let classType {
      buffer.append(UInt8(ascii: buffer.count == start ? "{" : ","))
      JSONText.appendQuoted(typeKey, to: &buffer)
      buffer.append(UInt8(ascii: ":"))
      classType.appendJSON(to: &buffer)
    }
    if buffer.count > start { buffer.append(UInt8(ascii: "}")) }
  }

  static let noKeys = PermanentTable<ByteView>([])

  /// The class type of a card in cardctl's own shape whose extras do not contain it.
  ///
  /// In the other shapes only the extras can contain it.
  var classTypeOutsideExtras: CardText? {
    guard shape == .card, let own = text(.classType) else { return nil }
    let node = extras.node == 0 ? nil : extras.document.member(typeKey, of: extras.node)
    switch node.map(extra) ?? .absent {
    case .text, .number, .boolean: return nil
    case .absent, .time, .nested: return own
    }
  }
}
