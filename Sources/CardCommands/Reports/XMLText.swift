@_spi(CardTool) import CardJSON

/// Text in XML, inside elements and attributes.
enum XMLText {
  /// `text` with what is markup as entities, and what no XML can hold as `\u` escapes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in LineText.escaped(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
