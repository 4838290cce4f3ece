import CardJSON
import ContentCardKit

/// Finds JSON with cards in the strings of Android's shared preferences and of property lists.
///
/// Decodes entities and CDATA. Every byte of a string has the location of the string's start. The
/// document is not validated, and text outside of strings is skipped.
package struct XMLCarrier: CarrierDecoder, ~Copyable {
  private let limit: Int
  private var collector = ValueCollector()
  private var isInString = false
  /// The decoded text of the current string, and its location.
  private var text = ByteBuffer()
  private var start = CarrierPlace()
  private var isInCDATA = false
  /// The location of the next byte.
  private var place = CarrierPlace()
  /// The kind of the current set.
  private var set: StoredState.Kind?

  package private(set) var isFinished = false
  package var output: CarrierOutput

  /// Creates a decoder of a document whose cards are read with `options`.
  package init(_ options: ReadingOptions) {
    output = CarrierOutput(options)
    limit = options.maximumCardSize
  }

  /// The maximum length of markup in bytes; longer markup is skipped.
  private static let longestMarkup = 1 << 16
  private static let longestID = 1 << 10
  private static let longestEntity = 12

  package mutating func decode(_ bytes: ByteView, isFinal: Bool) -> Int {
    var position = 0
    while position < bytes.count, !output.isFull {
      let end: Int?
      if isInCDATA {
        end = readCDATA(bytes, from: position, isFinal: isFinal)
      } else if bytes[position] == UInt8(ascii: "<") {
        end = readMarkup(bytes, from: position, isFinal: isFinal)
      } else if isInString, bytes[position] == UInt8(ascii: "&") {
        end = readEntity(bytes, from: position, isFinal: isFinal)
      } else {
        let stop = XMLCarrier.endOfText(bytes, from: position)
        take(bytes.slice(position..<stop))
        end = stop
      }
      guard let end else { return position }
      place.position.advance(over: bytes.slice(position..<end))
      place.offset += end - position
      position = end
    }
    if isFinal, position == bytes.count, !output.isFull {
      if endString() { return position }
      isFinished = true
      output.finish()
    }
    return position
  }

  private static func endOfText(_ bytes: ByteView, from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "<"),
      bytes[position] != UInt8(ascii: "&") || position == start
    {
      position += 1
    }
    return position
  }

  private mutating func readCDATA(_ bytes: ByteView, from start: Int, isFinal: Bool) -> Int? {
    let rest = bytes.slice(start..<bytes.count)
    if let length = rest.firstIndex(of: ByteView("]]>")) {
      take(rest.slice(0..<length))
      isInCDATA = false
      return start + length + 3
    }
    // The end marker may be split between two calls.
    let count = isFinal ? rest.count : rest.count - 2
    guard count > 0 else { return nil }
    take(rest.slice(0..<count))
    return start + count
  }

  private mutating func readEntity(_ bytes: ByteView, from start: Int, isFinal: Bool) -> Int? {
    let limit = min(bytes.count, start + XMLCarrier.longestEntity)
    let end = bytes.firstIndex(of: UInt8(ascii: ";"), from: start, to: limit)
    if end == nil, limit - start < XMLCarrier.longestEntity, !isFinal { return nil }
    var decoded = ByteBuffer()
    guard let end, XMLCarrier.append(entity: bytes.slice(start + 1..<end), to: &decoded) else {
      take(bytes.slice(start..<start + 1))
      return start + 1
    }
    take(decoded.view)
    return end + 1
  }

  private static func append(entity name: ByteView, to buffer: inout ByteBuffer) -> Bool {
    let named: [(StaticString, StaticString)] = [
      ("quot", "\""), ("amp", "&"), ("lt", "<"), ("gt", ">"), ("apos", "'"),
    ]
    if let entity = named.first(where: { ByteView($0.0) == name }) {
      buffer.append(entity.1)
      return true
    }
    guard name.count > 1, name[0] == UInt8(ascii: "#") else { return false }
    let isHex = name[1] | 0x20 == UInt8(ascii: "x")
    let digits = name.slice((isHex ? 2 : 1)..<name.count).text
    guard let number = UInt32(digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(number)
    else { return false }
    JSONText.append(scalar, to: &buffer)
    return true
  }

  // MARK: Markup

  private mutating func readMarkup(_ bytes: ByteView, from start: Int, isFinal: Bool) -> Int? {
    let rest = bytes.slice(start..<bytes.count)
    if rest.hasPrefix("<![CDATA[") {
      isInCDATA = true
      return start + 9
    }
    let isComment = rest.hasPrefix("<!--")
    let limit = min(rest.count, XMLCarrier.longestMarkup)
    let length =
      isComment
      ? rest.slice(0..<limit).firstIndex(of: ByteView("-->")).map { $0 + 2 }
      : rest.firstIndex(of: UInt8(ascii: ">"), from: 0, to: limit)
    guard let length else {
      if rest.count < XMLCarrier.longestMarkup, !isFinal { return nil }
      return isFinal && rest.count <= limit ? bytes.count : start + 1
    }
    if !isComment, !readTag(rest.slice(1..<length)) { return start }
    return start + length + 1
  }

  /// Reads a tag without its brackets.
  ///
  /// Returns false if a problem must be reported first.
  private mutating func readTag(_ tag: ByteView) -> Bool {
    if endString() { return false }
    let isClosed = tag.count > 0 && tag[tag.count - 1] == UInt8(ascii: "/")
    switch XMLCarrier.name(of: tag) {
    case "string" where !isClosed: isInString = true
    case "set" where !isClosed: set = StoredState.Kind(setName: tag)
    case "/set": set = nil
    case "data" where !isClosed: output.add(.archive, line: place.position.line)
    default: break
    }
    return true
  }

  private static func name(of tag: ByteView) -> String {
    var end = 0
    while end < min(tag.count, 16), tag[end] > 0x20 { end += 1 }
    return tag.slice(0..<end).text
  }

  // MARK: Strings

  /// Appends decoded text to the current string, if any.
  private mutating func take(_ bytes: ByteView) {
    guard isInString, text.count <= limit else { return }
    if text.count == 0 { start = place }
    text.append(bytes)
  }

  /// Ends the current string, if any.
  ///
  /// Returns true if a problem was reported.
  private mutating func endString() -> Bool {
    guard isInString else { return false }
    isInString = false
    defer {
      text.removeAll()
      text.shrink(to: 1 << 20)
    }
    let string = JSONNumber.trimmed(text.sealed())
    if let set, text.count > 0, text.count < XMLCarrier.longestID {
      output.add(StoredState(id: text.view.text, kind: set))
    }
    guard string.hasPrefix("{") || string.hasPrefix("[") else { return false }
    collector.begin(.none, at: start)
    switch collector.take(string, at: start, isExact: false, limit: limit) {
    case .open: return output.cut(&collector)
    case .ended: output.take(&collector)
    case .invalid: collector.end()
    case .tooLarge: output.refuse(&collector, limit: limit)
    }
    return output.problem != nil
  }
}
