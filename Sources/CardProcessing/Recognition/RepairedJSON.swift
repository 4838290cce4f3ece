import CardJSON

/// The JSON that can be read in text with errors, before and after them.
///
/// One pass over the text: comments are dropped, unquoted words become strings, and missing commas
/// and brackets are added. A raw line break ends a string. Values that differ from the intended
/// ones are acceptable, because the result only serves to find out what the text is about.
package struct RepairedJSON: ~Copyable {
  /// The repaired values, one after another; sealed before they are scanned.
  package private(set) var text = ByteBuffer()
  /// Whether comments, and commas before closing brackets, are the only errors.
  package private(set) var isRelaxed = true

  /// An open object or array.
  private struct Level {
    let isObject: Bool
    var count = 0
    var hasComma = false
  }

  /// A string or word of the text: the range of its content.
  private struct Token {
    let range: Range<Int>
    let isQuoted: Bool
    /// Whether it is a string as JSON requires it.
    var isString = false
  }

  private let bytes: ByteView
  private var position = 0
  private var levels: [Level] = []
  private var openArrays = 0
  /// The key whose value was not written yet, and whether its colon was read.
  private var key: Token?
  private var hasColon = false

  /// Repairs a text.
  package init(_ bytes: ByteView) {
    self.bytes = bytes
    if ByteView("\u{FEFF}").occurs(at: 0, in: bytes) { position = 3 }
    while position < bytes.count, levels.count <= JSONScanner.depthLimit { readToken() }
    if !levels.isEmpty { isRelaxed = false }
    while !levels.isEmpty { closeLevel() }
  }

  /// Returns the text for a scanner.
  package mutating func sealed() -> ByteView { text.sealed() }

  private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private mutating func readToken() {
    let (start, next) = (position, byte(position + 1))
    position += 1
    switch bytes[start] {
    case 0x20, 0x09, 0x0A, 0x0D, 0x1E: break
    case UInt8(ascii: "{"): open(isObject: true)
    case UInt8(ascii: "["): open(isObject: false)
    case UInt8(ascii: "}"): close(isObject: true)
    case UInt8(ascii: "]"): close(isObject: false)
    case UInt8(ascii: ":"): readColon()
    case UInt8(ascii: ","): readComma()
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"): skip(past: "*/", from: start + 2)
    case UInt8(ascii: "/") where next == UInt8(ascii: "/"), UInt8(ascii: "#"): skipLine()
    case UInt8(ascii: "\""): readString(to: "\"")
    case UInt8(ascii: "'"): readString(to: "'")
    case 0xE2 where ByteView("“").occurs(at: start, in: bytes):
      position = start + 3
      readString(to: "”")
    default: readWord(start)
    }
  }

  // MARK: Tokens

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  private mutating func skip(past end: StaticString, from start: Int) {
    let found = bytes.slice(min(start, bytes.count)..<bytes.count).firstIndex(of: ByteView(end))
    if found == nil { isRelaxed = false }
    position = found.map { start + $0 + 2 } ?? bytes.count
  }

  private mutating func readString(to quote: StaticString) {
    let (start, quote) = (position, ByteView(quote))
    while position < bytes.count, bytes[position] != 0x0A {
      if quote.occurs(at: position, in: bytes) {
        let isString = quote.count == 1 && quote[0] == UInt8(ascii: "\"")
        let token = Token(range: start..<position, isQuoted: true, isString: isString)
        position += quote.count
        return add(token)
      }
      position += bytes[position] == UInt8(ascii: "\\") && byte(position + 1) != 0x0A ? 2 : 1
    }
    position = min(position, bytes.count)
    add(Token(range: start..<position, isQuoted: true))
  }

  private mutating func readWord(_ start: Int) {
    while position < bytes.count, bytes[position] > 0x20, !RepairedJSON.ends(bytes[position]) {
      position += 1
    }
    add(Token(range: start..<position, isQuoted: false))
  }

  /// Whether a byte ends a word.
  private static func ends(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "\""):
      true
    default: false
    }
  }

  // MARK: Structure

  private mutating func open(isObject: Bool) {
    beginValue()
    text.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    levels.append(Level(isObject: isObject))
    if !isObject { openArrays += 1 }
  }

  /// Closes the innermost object or array, and those inside it that are still open.
  private mutating func close(isObject: Bool) {
    let isOpen = isObject ? levels.count > openArrays : openArrays > 0
    guard isOpen else { return isRelaxed = false }
    while let last = levels.last, last.isObject != isObject {
      isRelaxed = false
      closeLevel()
    }
    closeLevel()
  }

  private mutating func closeLevel() {
    endKey()
    guard let last = levels.popLast() else { return }
    text.append(last.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    if !last.isObject { openArrays -= 1 }
  }

  /// Drops a key without a value, or gives it null if it has a colon.
  private mutating func endKey() {
    guard key != nil else { return }
    isRelaxed = false
    if hasColon, !levels.isEmpty {
      beginValue()
      text.append("null")
    }
    (key, hasColon) = (nil, false)
  }

  private mutating func readColon() {
    if levels.isEmpty, let key {
      // The brace before the key is missing, or was closed too early.
      self.key = nil
      open(isObject: true)
      (self.key, isRelaxed) = (key, false)
    }
    if key == nil || hasColon { isRelaxed = false } else { hasColon = true }
  }

  private mutating func readComma() {
    endKey()
    guard let last = levels.indices.last else { return isRelaxed = false }
    if levels[last].count == 0 || levels[last].hasComma { isRelaxed = false }
    levels[last].hasComma = true
  }

  /// Writes what precedes a value: a comma, and the key of a member.
  private mutating func beginValue() {
    guard let last = levels.indices.last else {
      if text.count > 0 { text.append("\n") }
      return key = nil
    }
    if levels[last].count > 0 {
      if !levels[last].hasComma, !levels[last].isObject { isRelaxed = false }
      text.append(UInt8(ascii: ","))
    }
    levels[last].count += 1
    levels[last].hasComma = false
    guard levels[last].isObject else { return }
    if !hasColon { isRelaxed = false }
    append(key ?? Token(range: 0..<0, isQuoted: true))
    text.append(UInt8(ascii: ":"))
    (key, hasColon) = (nil, false)
  }

  /// Adds a string or word: as a key, or as a value.
  private mutating func add(_ token: Token) {
    let isPlain = token.isString || !token.isQuoted && isLiteral(token)
    if !isPlain { isRelaxed = false }
    guard let last = levels.last else { return key = token }
    if last.isObject, !hasColon {
      let followsKey = key?.isQuoted == true && isPlain && !isBeforeColon
      if !followsKey {
        if key != nil || !token.isString || last.count > 0 && !last.hasComma { isRelaxed = false }
        return key = token
      }
    }
    beginValue()
    if !token.isQuoted, isLiteral(token) {
      text.append(bytes.slice(token.range))
    } else {
      append(token)
    }
  }

  /// Whether the next token is a colon.
  private var isBeforeColon: Bool {
    byte(JSONScanner.skipSpace(bytes, from: position)) == UInt8(ascii: ":")
  }

  private func isLiteral(_ token: Token) -> Bool {
    let word = bytes.slice(token.range)
    return word == ByteView("true") || word == ByteView("false") || word == ByteView("null")
      || JSONNumber.isValid(word)
  }

  /// Appends a token as a JSON string, without what strings must not contain.
  private mutating func append(_ token: Token) {
    text.append(UInt8(ascii: "\""))
    var position = token.range.lowerBound
    let end = token.range.upperBound
    while position < end {
      let byte = bytes[position]
      var length = 1
      if byte == UInt8(ascii: "\\") {
        length = JSONScanner.endOfEscape(bytes, at: position) - position
      } else if byte >= 0x80 {
        length = UTF8Sequence.length(in: bytes, at: position)
      } else if byte < 0x20 || byte == UInt8(ascii: "\"") {
        length = 0
      }
      if length > 0, position + length <= end {
        text.append(bytes.slice(position..<position + length))
      } else {
        (isRelaxed, length) = (false, 1)
      }
      position += length
    }
    text.append(UInt8(ascii: "\""))
  }
}
