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
  /// The mark that ends the current CDATA section or comment; nil outside them.
  private var endMark: StaticString?
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
      if let endMark {
        end = readSection(bytes, from: position, to: endMark, isFinal: isFinal)
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

  /// Reads a CDATA section, or skips a comment.
  private mutating func readSection(
    _ bytes: ByteView, from start: Int, to mark: StaticString, isFinal: Bool
  ) -> Int? {
    let rest = bytes.slice(start..<bytes.count)
    let found = rest.firstIndex(of: ByteView(mark))
    // The mark may be split between two calls.
    let count = found ?? (isFinal ? rest.count : rest.count - 2)
    guard found != nil || count > 0 else { return nil }
    if ByteView(mark) == ByteView("]]>") { take(rest.slice(0..<count)) }
    guard found != nil else { return start + count }
    endMark = nil
    return start + count + 3
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
      endMark = "]]>"
      return start + 9
    }
    if rest.hasPrefix("<!--") {
      endMark = "-->"
      return start + 4
    }
    // A tag contains no other bracket.
    let limit = min(rest.count, XMLCarrier.longestMarkup)
    let next = rest.firstIndex(of: UInt8(ascii: "<"), from: 1, to: limit) ?? limit
    guard let length = rest.firstIndex(of: UInt8(ascii: ">"), from: 0, to: next) else {
      return next == rest.count && !isFinal ? nil : start + next
    }
    return readTag(rest.slice(1..<length)) ? start + length + 1 : start
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
    case .open: output.cut(&collector)
    case .ended: output.take(&collector)
    case .invalid: collector.end()
    case .tooLarge: output.refuse(&collector, limit: limit)
    }
    return output.problem != nil
  }
}
