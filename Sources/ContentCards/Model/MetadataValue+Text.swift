import CardJSON

extension MetadataValue {
  /// Text, or a number or flag as its text; nil for anything with more than one value.
  public var scalarText: String? {
    switch self {
    case .text(let text): text
    case .number(let number): number.spelling
    case .flag(let flag): flag ? "true" : "false"
    case .pairs, .list, .nested: nil
    }
  }

  /// A JSON number, as it is spelt; of text without the white space round it.
  var numberText: String? {
    switch self {
    case .number(let number): return number.spelling
    case .text(let text):
      return ByteBuffer(text.utf8).read { bytes in
        let trimmed = JSONNumber.trimmed(bytes)
        return JSONNumber.isValid(trimmed) ? trimmed.text : nil
      }
    case .flag, .pairs, .list, .nested: return nil
    }
  }

  /// The value as a message shows it, and whether it is text.
  var shown: (String, isText: Bool) {
    switch self {
    case .text(let text): return (text, true)
    case .number(let number): return (number.spelling, false)
    case .flag(let flag): return (flag ? "true" : "false", false)
    case .nested(let json): return (json, false)
    case .pairs: return ("{…}", false)
    case .list(let items):
      var json = ByteBuffer()
      items.appendJSON(to: &json)
      return (json.read { $0.text }, false)
    }
  }
}

extension String {
  /// The text without white space at its ends; nil when nothing is left.
  var trimmedItem: String? {
    let text = ByteBuffer(utf8).read { JSONNumber.trimmed($0).text }
    return text.isEmpty ? nil : text
  }

  /// The parts between separators, byte by byte.
  func split(on separator: String) -> [String] {
    var parts: [String] = []
    var rest = Substring(self).utf8
    var part: [UInt8] = []
    while let byte = rest.first {
      if rest.starts(with: separator.utf8) {
        parts.append(String(decoding: part, as: UTF8.self))
        part.removeAll()
        rest = rest.dropFirst(separator.utf8.count)
      } else {
        part.append(byte)
        rest = rest.dropFirst()
      }
    }
    return parts + [String(decoding: part, as: UTF8.self)]
  }
}

extension PropertySource {
  /// The extra with one of the guide's keys.
  public static func extra(_ key: ContentCardKey) -> PropertySource { .extra(key.rawValue) }
}
