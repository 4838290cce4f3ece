@_spi(CardTool) import CardJSON

/// The longest text of the user's that a message repeats, in Unicode scalars (one character can
/// hold any number of them); the rest becomes `…`.
let maximumQuotedLength = 120

/// A text of the user's in quotes, safe to show on a terminal.
func quoted(_ text: String) -> String {
  let start = text.unicodeScalars.prefix(maximumQuotedLength)
  let isWhole = start.endIndex == text.endIndex
  return "'\(ControlEscapes.escaped(String(start)))\(isWhole ? "" : "…")'"
}
