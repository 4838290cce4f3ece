import CardJSON
import ContentCardKit

/// An index of the bodies in an HTTP archive, built in one pass.
///
/// Stores the time of each entry and the locations of its request and response bodies. Entries are
/// sorted by their times, which may have different time zones.
package struct HARIndex: ~Copyable {
  /// A body that is a JSON string of the archive.
  package struct Body: Sendable {
    /// The 0-based index of the entry in `log.entries`.
    package let entry: Int
    /// Whether it is the body of a request.
    package let isRequest: Bool
    /// The byte range between the quotes.
    package let content: Range<Int>
    /// The location of the string.
    package let place: CarrierPlace
    /// Whether the text is Base64.
    package fileprivate(set) var isBase64 = false
    /// The start time of the entry in epoch milliseconds, or nil if absent.
    package fileprivate(set) var time: Int64?
  }

  private var scanner = ValueScanner()
  private var bodies: [Body] = []
  /// The location of the next byte.
  private var place = CarrierPlace()
  private var hasBegun = false
  private var hasEnded = false
  /// The error, if the archive is not valid JSON.
  private var error: ReadingProblem.Reason?

  /// The current key of each open container.
  private var keys: [Key] = []
  /// The first bytes of the current string, and its location.
  private var text = ByteBuffer()
  private var string = CarrierPlace()

  // The current entry.
  private var entries = 0
  private var first = 0
  private var time: Int64?
  private var (isBase64, hasText, isJSON) = (false, false, false)
  /// The number of JSON responses whose bodies were not saved.
  package private(set) var missingBodies = 0

  /// The keys on the paths to bodies.
  private enum Key {
    case log, entries, startedDateTime, request, postData, response, content, text, encoding
    case mimeType, other

    static let names: [(StaticString, Key)] = [
      ("log", .log), ("entries", .entries), ("startedDateTime", .startedDateTime),
      ("request", .request), ("postData", .postData), ("response", .response),
      ("content", .content), ("text", .text), ("encoding", .encoding), ("mimeType", .mimeType),
    ]
  }

  /// Creates an empty index.
  package init() {}

  /// Returns the bodies sorted by their entries' times; in an entry, the request comes first.
  package consuming func ordered() -> [Body] {
    bodies.sorted { one, other in
      (one.time ?? .min, one.entry, one.isRequest ? 0 : 1)
        < (other.time ?? .min, other.entry, other.isRequest ? 0 : 1)
    }
  }

  /// The error in the archive and its location, or nil if it is valid.
  package var problem: (reason: ReadingProblem.Reason, place: CarrierPlace)? {
    if let error { return (error, place) }
    if hasEnded { return nil }
    return (.carrier(.broken, message: "the HAR file is truncated; the rest is missing"), place)
  }

  /// Processes the next bytes.
  package mutating func take(_ bytes: ByteView) {
    var index = 0
    if place.offset == 0, bytes.count >= 3, bytes[0] == 0xEF { (index, place.offset) = (3, 3) }
    var marked = index
    while index < bytes.count, error == nil {
      let end = scanner.skipContent(bytes, from: index)
      text.append(bytes.slice(index..<min(end, index + max(HARIndex.longestText - text.count, 0))))
      index = end
      guard index < bytes.count else { break }
      if bytes[index] == UInt8(ascii: "\"") {
        advance(over: bytes.slice(marked..<index))
        marked = index
      }
      take(bytes[index])
      if error == nil { index += 1 }
    }
    advance(over: bytes.slice(marked..<index))
  }

  private mutating func advance(over bytes: ByteView) {
    place.position.advance(over: bytes)
    place.offset += bytes.count
  }

  /// The maximum number of bytes of a string to examine.
  private static let longestText = 64

  private mutating func take(_ byte: UInt8) {
    let (wasString, wasKey, depth) = (scanner.isInString, scanner.isInKey, scanner.closers.count)
    if !hasBegun || hasEnded, byte <= 0x20 { return }
    hasBegun = true
    switch hasEnded ? .invalid : scanner.take(byte) {
    case .invalid:
      let message = "the HAR file is not JSON here; the rest is not read"
      return error = .carrier(.broken, message: message)
    case .ended: hasEnded = true
    case .open: break
    }
    if scanner.isInString, !wasString {
      text.removeAll()
      string = place
    } else if wasString, !scanner.isInString {
      if wasKey { keys[keys.count - 1] = key() } else { endString() }
    } else if scanner.isInString, text.count < HARIndex.longestText {
      text.append(byte)
    }
    if scanner.closers.count > depth {
      keys.append(.other)
      if keys.count == 4, isInEntries { beginEntry() }
    } else if scanner.closers.count < depth {
      if keys.count == 4, isInEntries { endEntry() }
      if keys.count == 5, keys[3] == .response, isJSON, !hasText { missingBodies += 1 }
      keys.removeLast()
    }
  }

  private var isInEntries: Bool { keys.count >= 2 && keys[0] == .log && keys[1] == .entries }

  /// Returns the key that was just read.
  private func key() -> Key {
    if keys.count > 6 { return .other }
    return Key.names.first { ByteView($0.0) == text.view }?.1 ?? .other
  }

  /// Processes a string other than a key.
  private mutating func endString() {
    guard isInEntries, keys.count == 4 || keys.count == 6 else { return }
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
    let content = string.offset + 1..<place.offset
    guard !content.isEmpty else { return }
    bodies.append(Body(entry: entries, isRequest: isRequest, content: content, place: string))
  }

  private mutating func beginEntry() {
    first = bodies.count
    (time, isBase64, hasText, isJSON) = (nil, false, false, false)
  }

  private mutating func endEntry() {
    entries += 1
    for index in first..<bodies.count {
      bodies[index].time = time
      bodies[index].isBase64 = isBase64 && !bodies[index].isRequest
    }
  }
}
