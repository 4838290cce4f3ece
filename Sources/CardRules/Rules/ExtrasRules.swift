import CardJSON
import ContentCardKit

extension CardContext {
  /// Checks the extras of the card.
  func checkExtras(_ findings: inout FindingSink) {
    // For requests, `request/value-type` reports this.
    if fields.isUnusual(.extras), shape != .rest { checkExtrasForm(&findings) }
    guard let extras = card.extras else { return }
    for (key, value) in extras.members {
      checkExtraKey(key, of: value, in: extras, &findings)
      if value.kind != .string {
        checkExtraKind(value, in: extras, &findings)
      } else if CardContext.isJSON(value) {
        findings.report(
          .extrasJSON, at: value, "the value is JSON; Braze recommends a separate key for each part"
        )
      }
    }
  }

  private func checkExtrasForm(_ findings: inout FindingSink) {
    guard let node = card.node(of: .extras), node.kind != .object else { return }
    if node.kind != .string || card.extras == nil {
      let isEmpty = node.kind == .array && node.isEmptyContainer
      findings.report(
        .extrasForm, at: node,
        "expected an object, found \(node.shown)"
          + (isEmpty ? "; write {} (PHP writes an empty array as [])" : ""),
        fix: isEmpty ? .write("{}", at: node) : [])
    } else if shape != .cordova {
      // The Cordova plugin writes a string on iOS.
      findings.report(
        .extrasForm, at: node, severity: .warning,
        "the extras are a string that contains JSON, not an object")
    }
  }

  private func checkExtraKind(
    _ value: JSONNode, in extras: JSONNode, _ findings: inout FindingSink
  ) {
    if value.word.isContainer {
      return findings.report(
        .extrasNotString, at: value,
        "expected a string, found \(value.kind.noun); flatten it into keys")
    }
    let message = "expected a string, found \(value.shown)"
    // Apps that use the web SDK store other scalars too.
    if shape == .web || shape == .webStorage {
      findings.report(.extrasNotString, at: value, severity: .info, message)
    } else if value.kind == .null {
      findings.report(
        .extrasNotString, at: value, message + "; omit the key",
        fix: .remove(value, from: extras))
    } else {
      findings.report(
        .extrasNotString, at: value, message + "; write \"\(value.shown)\"",
        fix: .write("\"\(value.raw.text)\"", at: value))
    }
  }

  /// Returns whether a string contains a JSON object or array.
  private static func isJSON(_ string: JSONNode) -> Bool {
    guard string.word.extent > 1 else { return false }
    let content = string.content
    switch (content[0], content[content.count - 1]) {
    case (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]")): break
    default: return false
    }
    var text = string.decoded
    var scanner = JSONScanner()
    return (try? scanner.scanWhole(text.sealed())) != nil
  }

  /// Reports a key that is blank or differs from a known key only in case and separators.
  private func checkExtraKey(
    _ node: JSONNode, of value: JSONNode, in extras: JSONNode, _ findings: inout FindingSink
  ) {
    let key = node.content
    if key.count > 0, key[0] < 0x80, !key.containsAny(of: .unusualInName) { return }
    if node.string.unicodeScalars.allSatisfy(BlankText.isBlank) {
      return findings.report(.extrasKeyEmpty, at: .key(value), "the key is blank")
    }
    let typeKey = card.typeKey
    if key == typeKey { return }
    let right =
      ExtraKey.isAlike(key, typeKey)
      ? typeKey.text
      : ContentCardKey.known.lazy.map(\.rawValue).first { name in
        name != key.text && ByteBuffer(name.utf8).read { ExtraKey.isAlike(key, $0) }
      }
    guard let right else { return }
    let message = "\(MessageText.quoted(node.string)) is spelled \"\(right)\""
    let isOnly = DuplicateKeys.isOnly(value, of: extras) { key in
      ByteBuffer(right.utf8).read { ExtraKey.isAlike(key.content, $0) }
    }
    findings.report(.extrasKeySpelling, misnamed: value, as: right, isOnly: isOnly, message)
  }
}

/// Detects misspelled extras keys.
enum ExtraKey {
  /// Returns whether two keys are equal except for case, surrounding spaces, and `-` or a space in
  /// place of `_`.
  static func isAlike(_ key: ByteView, _ name: ByteView) -> Bool {
    let key = JSONNumber.trimmed(key)
    guard key.count == name.count else { return false }
    for index in 0..<key.count {
      let byte = key[index] == 0x20 || key[index] == 0x2D ? 0x5F : key[index]
      guard ByteView.lowercased(byte) == ByteView.lowercased(name[index]) else { return false }
    }
    return true
  }

  /// Returns whether two names are equal except for case and separators, or differ by one or two
  /// edits, and not only in a number, which tells versions apart.
  static func isTypo(_ typed: JSONString, of name: ByteView) -> Bool {
    let content = typed.content
    guard abs(content.count - name.count) <= 2, content.count > 4,
      ByteView.lowercased(content[0]) == ByteView.lowercased(name[0])
    else { return false }
    let (typed, right) = (letters(typed.string), letters(name.text))
    if typed == right { return true }
    let isVersion = typed.filter { $0 > UInt8(ascii: "9") } == right
    return !isVersion && NearestName.distance(typed, right) <= (right.count < 8 ? 1 : 2)
  }

  /// Returns whether two keys are equal except for case and separators, as in `classType`.
  static func isSpelling(_ key: JSONNode, of name: ByteView) -> Bool {
    letters(key.string) == letters(name.text)
  }

  private static func letters(_ text: String) -> [UInt8] {
    text.lowercased().utf8.filter { !"_- ".utf8.contains($0) }
  }
}

/// Detects blank text.
enum BlankText {
  /// Returns whether a character is whitespace or invisible.
  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
      || scalar.properties.generalCategory == .format
  }

  /// Returns a string without leading and trailing whitespace and invisible characters.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Returns whether a string has no leading or trailing whitespace or invisible characters.
  static func isTrimmed(_ text: ByteView) -> Bool {
    guard text.count > 0 else { return true }
    let (first, last) = (text[0], text[text.count - 1])
    if first > 0x20, first < 0x7F, last > 0x20, last < 0x7F { return true }
    let scalars = text.text.unicodeScalars
    return ![scalars.first, scalars.last].contains { $0.map(isBlank) ?? false }
  }
}
