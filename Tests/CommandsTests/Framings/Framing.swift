import Foundation

/// A framing of the cards of an input.
enum Framing: String, CaseIterable, Sendable {
  case ndjson
  case ndjsonCRLF
  case pretty
  case concatenated
  case spaced
  case recordSeparators
  case byteOrderMark
  case array
  case arrayOfLines
  case prettyArray
  case arrays
  case envelope
  case prettyEnvelope
  case envelopes
  case unity
  case flutter
  case strings
  case webStorage
  case localStorage
  case storedText
  case data
  case dataEnvelope
  case arrayOfEnvelopes

  /// The input that contains these cards.
  func input(_ cards: [String]) -> [UInt8] { Array(text(cards).utf8) }

  private func text(_ cards: [String]) -> String {
    switch self {
    case .ndjson: return cards.map { $0 + "\n" }.joined()
    case .ndjsonCRLF: return cards.map { $0 + "\r\n" }.joined()
    case .pretty: return cards.map { Framing.spread($0) + "\n" }.joined()
    case .concatenated: return cards.joined()
    case .spaced: return " \n\n" + cards.joined(separator: " \t")
    case .recordSeparators: return cards.map { "\u{1E}" + $0 + "\n" }.joined()
    case .byteOrderMark: return "\u{FEFF}" + cards.joined(separator: "\n")
    case .array: return "[" + cards.joined(separator: ",") + "]"
    case .arrayOfLines: return "[\n" + cards.joined(separator: ",\n") + "\n]\n"
    case .prettyArray: return "[\n" + Framing.indented(cards, by: 2) + "\n]\n"
    case .arrays:
      return Framing.halves(cards).map { "[" + $0.joined(separator: ",") + "]\n" }.joined()
    case .envelope:
      return #"{"message":"success","cards":["# + cards.joined(separator: ",")
        + #"],"full_sync":true}"# + "\n"
    case .prettyEnvelope:
      return "{\n  \"cards\": [\n" + Framing.indented(cards, by: 4)
        + "\n  ],\n  \"last_full_sync_at\": 1795165260\n}\n"
    case .envelopes:
      return Framing.halves(cards).map {
        #"{"cards":["# + $0.joined(separator: ",") + "]}\n"
      }.joined()
    case .unity:
      return #"{"mTimestamp":1795165260.25,"mContentCards":["# + cards.joined(separator: ", ")
        + #"],"mUserId":"u"}"#
    case .flutter:
      return #"{"contentCards":["# + cards.map(Framing.quoted).joined(separator: ",") + "]}\n"
    case .webStorage: return #"{"v":["# + cards.joined(separator: ",") + "]}"
    case .localStorage:
      return #"{"ab.storage.deviceId.k":{"v":"d"},"ab.storage.cc.k":{"v":["#
        + cards.joined(separator: ",\n") + "]}}"
    case .storedText:
      let stored = #"{"v":["# + cards.joined(separator: ",") + "]}"
      return #"{"ab.storage.cc.k":"# + Framing.quoted(stored) + "}"
    case .data:
      return "{\n  \"data\": [\n" + Framing.indented(cards, by: 4) + "\n  ],\n  \"page\": 1\n}\n"
    case .dataEnvelope:
      return #"{"data":{"cards":["# + cards.joined(separator: ",") + #"]},"status":200}"# + "\n"
    case .arrayOfEnvelopes:
      return "["
        + Framing.halves(cards).map { #"{"cards":["# + $0.joined(separator: ",") + "]}" }
        .joined(separator: ",\n") + "]\n"
    case .strings: return "[" + cards.map(Framing.quoted).joined(separator: ",\n ") + "]"
    }
  }

  private static func halves(_ cards: [String]) -> [[String]] {
    let middle = cards.count / 2
    return [Array(cards[..<middle]), [], Array(cards[middle...])]
  }

  private static func indented(_ cards: [String], by width: Int) -> String {
    let indentation = String(repeating: " ", count: width)
    return cards.map { indentation + spread($0, by: width) }.joined(separator: ",\n")
  }

  /// A JSON string that contains the card.
  private static func quoted(_ card: String) -> String {
    "\""
      + card.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(
        of: "\"", with: "\\\"") + "\""
  }

  /// The card with whitespace between its tokens, as formatters write it.
  ///
  /// - Parameter width: the number of spaces before each line after the first.
  static func spread(_ card: String, by width: Int = 0) -> String {
    var result: [UInt8] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    func lineBreak() {
      result.append(0x0A)
      result += repeatElement(0x20, count: width + 2 * depth)
    }
    for byte in card.utf8 {
      if isInString {
        result.append(byte)
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        result.append(byte)
        depth += 1
        lineBreak()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        lineBreak()
        result.append(byte)
      case UInt8(ascii: ","):
        result.append(byte)
        lineBreak()
      case UInt8(ascii: ":"):
        result.append(byte)
        result.append(0x20)
      default:
        isInString = byte == UInt8(ascii: "\"")
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
