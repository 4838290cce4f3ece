import CardJSON

/// An index of the bodies in an HTTP archive, built in one pass.
///
/// Only positions are kept: the time of each entry and the locations of its request and response
/// bodies. Entries are ordered by their times, which may have different time zones.
package struct HARIndex: ~Copyable {
  /// A body that is a JSON string of the archive.
  package struct Body: Sendable {
    /// The position of the entry in `log.entries`, from 0.
    package let entry: Int
    /// Whether it is the body of a request.
    package let isRequest: Bool
    /// The bytes between the quotes.
    package let content: Range<Int>
    /// Whether the text is Base64.
    package var isBase64 = false
    /// The location of the string.
    package let position: TextPosition
    /// The start time of the entry in epoch milliseconds, or nil if the archive does not state it.
    package fileprivate(set) var time: Int64?
  }

  private var scanner = ValueScanner()
  private var bodies: [Body] = []
  private var position = TextPosition()
  private var offset = 0
  private var hasBegun = false
  private var hasEnded = false
  /// The error, if the archive is not valid JSON.
  private var error: CarrierProblem?

  /// The keys of the members that are being read, one per open container.
  private var keys: [Key] = []
  private var text = ByteBuffer()
  private var stringStart = 0
  private var stringPosition = TextPosition()

  // The current entry.
  private var entries = 0
  private var first = 0
  private var time: Int64?
  private var isBase64 = false
  private var hasText = false
  private var isJSON = false
  /// The number of JSON responses whose bodies were not saved.
  package private(set) var missingBodies = 0

  /// The keys that lead to a body.
  private enum Key: String {
    case log, entries, startedDateTime, request, postData, response, content, text, encoding
    case mimeType, other
  }

  /// Creates an empty index.
  package init() {}

  /// The bodies in the order of their entries' times; within an entry, the request first.
  package consuming func ordered() -> [Body] {
    bodies.enumerated().sorted { one, other in
      let times = (one.element.time ?? .min, other.element.time ?? .min)
      return times.0 == times.1 ? one.offset < other.offset : times.0 < times.1
    }.map(\.element)
  }

  /// The error in the archive and its location, or nil if it is valid.
  package var problem: (problem: CarrierProblem, offset: Int, position: TextPosition)? {
    if let error { return (error, offset, position) }
    guard !hasEnded else { return nil }
    return (.broken("the HAR file is cut; what follows is missing"), offset, position)
  }

  /// Processes the next bytes.
  package mutating func take(_ bytes: ByteView) {
    var index = 0
    if offset == 0, bytes.count >= 3, bytes[0] == 0xEF { (index, offset) = (3, 3) }
    let base = offset - index
    while index < bytes.count, error == nil, !hasEnded {
      if scanner.isInPlainString {
        let end = bytes.endOfPlainText(from: index)
        if text.count < HARIndex.longestText { text.append(bytes.slice(index..<end)) }
        scanner.skip(end - index)
        position.advance(over: bytes.slice(index..<end))
        index = end
        if index == bytes.count { break }
      }
      offset = base + index
      take(bytes[index])
      guard error == nil else { return }
      if bytes[index] & 0xC0 != 0x80 { position.advance(over: bytes.slice(index..<index + 1)) }
      index += 1
    }
    offset = base + index
  }

  /// The maximum number of bytes of a string to examine.
  private static let longestText = 64

  private mutating func take(_ byte: UInt8) {
    let (wasString, wasKey, depth) = (scanner.isInString, scanner.isInKey, scanner.closers.count)
    if !hasBegun, byte <= 0x20 { return }
    hasBegun = true
    switch scanner.take(byte) {
    case .invalid:
      error = .broken("the HAR file is not JSON here; what follows is not read")
      return
    case .ended: hasEnded = true
    case .open: break
    }
    if scanner.isInString, !wasString {
      text.removeAll()
      (stringStart, stringPosition) = (offset + 1, position)
    } else if wasString, !scanner.isInString {
      endString(wasKey: wasKey)
    } else if scanner.isInString, text.count < HARIndex.longestText {
      text.append(byte)
    }
    if scanner.closers.count > depth {
      keys.append(.other)
      if keys.count == 4, isPath(.log, .entries) { beginEntry() }
    } else if scanner.closers.count < depth {
      if keys.count == 4, isPath(.log, .entries) { endEntry() }
      if keys.count == 5, keys[3] == .response { endResponse() }
      keys.removeLast()
    }
  }

  private func isPath(_ path: Key...) -> Bool {
    keys.count >= path.count && path.indices.allSatisfy { keys[$0] == path[$0] }
  }

  private mutating func endString(wasKey: Bool) {
    guard !keys.isEmpty else { return }
    if wasKey {
      let isNear = keys.count <= 6
      keys[keys.count - 1] = isNear ? Key(rawValue: text.view.text) ?? .other : .other
      return
    }
    guard isPath(.log, .entries), keys.count == 4 || keys.count == 6 else { return }
    if keys.count == 4 {
      if keys[3] == .startedDateTime { time = ISO8601.milliseconds(text.view) }
      return
    }
    switch (keys[3], keys[4], keys[5]) {
    case (.request, .postData, .text): addBody(isRequest: true)
    case (.response, .content, .text):
      hasText = true
      addBody(isRequest: false)
    case (.response, .content, .encoding):
      isBase64 = text.view.equalsIgnoringCase(ByteView("base64"))
    case (.response, .content, .mimeType): isJSON = text.view.contains("json")
    default: break
    }
  }

  private mutating func addBody(isRequest: Bool) {
    guard offset > stringStart else { return }
    bodies.append(
      Body(
        entry: entries, isRequest: isRequest, content: stringStart..<offset,
        position: stringPosition))
  }

  private mutating func beginEntry() {
    first = bodies.count
    (time, isBase64, hasText, isJSON) = (nil, false, false, false)
  }

  private mutating func endResponse() {
    if isJSON, !hasText { missingBodies += 1 }
  }

  private mutating func endEntry() {
    entries += 1
    for index in first..<bodies.count {
      bodies[index].time = time
      bodies[index].isBase64 = isBase64 && !bodies[index].isRequest
    }
  }
}
