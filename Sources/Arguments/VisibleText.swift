/// The longest text of the user's that a message repeats, in Unicode scalars (one character can
/// hold any number of them); the rest becomes `…`.
let maximumQuotedLength = 120

/// A text of the user's in quotes, safe to show on a terminal.
func quoted(_ text: String) -> String {
  let start = text.unicodeScalars.prefix(maximumQuotedLength)
  let isWhole = start.endIndex == text.endIndex
  return "'\(visible(String(start)))\(isWhole ? "" : "…")'"
}

/// A text with its control characters spelt out, as in `\u{1B}`: none can move the cursor, colour
/// the terminal, break the line or turn the direction of what follows.
func visible(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isActive) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    guard isActive(scalar) else {
      result.unicodeScalars.append(scalar)
      continue
    }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    result += "\\u{\(digits.count < 2 ? "0" : "")\(digits)}"
  }
  return result
}

/// Whether a terminal would act on a scalar rather than show it: C0, DEL and C1 controls, line and
/// paragraph separators, and the marks, embeddings, overrides and isolates of bidirectional text.
private func isActive(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}
