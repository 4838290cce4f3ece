import CardLibC

/// Converts text from the system: arguments, file names and environment variables.
///
/// Such text is usually UTF-8, but may be any bytes, and repairing it would open the wrong file or
/// record the wrong id. So each invalid byte is mapped to one character, from U+10FF80 for 0x80 to
/// U+10FFFF for 0xFF, a range of private-use characters and noncharacters. The bytes of such a
/// character are mapped in the same way. So the mapping is reversible: `bytes` returns the original
/// bytes.
package enum SystemText {
  /// The scalar of a mapped byte is this value plus the byte.
  private static let start: UInt32 = 0x10FF00
  /// The first UTF-8 byte of mapped bytes, and of few other characters.
  private static let lead: UInt8 = 0xF4

  /// The text of a C string from the system.
  @unsafe
  static func text(_ bytes: UnsafePointer<CChar>) -> String {
    if let text = unsafe String(validatingCString: bytes), !text.utf8.contains(lead) { return text }
    let buffer = unsafe UnsafeBufferPointer(start: bytes, count: strlen(bytes))
    return text(unsafe buffer.map { UInt8(bitPattern: $0) })
  }

  /// The text in UTF-8; nil if it is malformed, because repairing it would change its bytes.
  private static func valid(_ bytes: some Collection<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// The text with these bytes.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = valid(bytes), !text.utf8.contains(lead) {
      return text
    }
    var text = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      if let scalar = scalar(in: rest), byte(scalar) == nil {
        text.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        // This is always a scalar: there are no surrogates above U+10FF00.
        Unicode.Scalar(start | UInt32(first)).map { text.append($0) }
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// The scalar at the start of `bytes`; nil if they are invalid there.
  private static func scalar(in bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    for length in 1...4 {
      let piece = valid(bytes.prefix(length))
      if let piece { return piece.unicodeScalars.first }
    }
    return nil
  }

  /// The byte that is mapped to `scalar`; nil for other characters.
  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    scalar.value >= start | 0x80 ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  /// The original bytes of the text.
  package static func bytes(_ text: String) -> [UInt8] {
    guard text.utf8.contains(lead) else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let byte = byte(scalar) {
        bytes.append(byte)
      } else {
        bytes += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return bytes
  }

  /// The text as it is in UTF-8; nil if the original bytes are not UTF-8.
  package static func utf8(_ text: String) -> String? {
    guard text.utf8.contains(lead) else { return text }
    return valid(bytes(text))
  }

  /// The text for messages and reports, with invalid bytes written as `\xE9`.
  package static func shown(_ text: String) -> String {
    if let text = utf8(text) { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if let byte = byte(scalar) {
        shown += "\\x" + String(byte, radix: 16, uppercase: true)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// Calls `body` with a path as a C string.
  ///
  /// File names cannot contain a zero byte. A path with one becomes the empty path, which does not
  /// exist.
  @unsafe
  static func withPath<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    var name = bytes(path)
    if name.contains(0) { name = [] }
    name.append(0)
    return unsafe name.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("a path ends with a zero") }
      return unsafe body(base.assumingMemoryBound(to: CChar.self))
    }
  }

  /// A copy of a path as a C string, which the caller must free.
  @unsafe
  package static func copy(_ path: String) -> UnsafeMutablePointer<CChar>? {
    unsafe withPath(path) { unsafe strdup($0) }
  }

  fileprivate typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// The arguments of this process, without the program name.
  package static func arguments() -> [String] {
    #if canImport(Glibc) && compiler(>=6.3)
      let (count, words) = unsafe (startCount, startWords)
    #else
      let (count, words): (Int32, Words?) = unsafe (CommandLine.argc, CommandLine.unsafeArgv)
    #endif
    return (1..<max(1, Int(count))).compactMap { index in
      unsafe words?[index].map { unsafe text($0) }
    }
  }
}

#if canImport(Glibc) && compiler(>=6.3)
  /// The command line that the system passed to the program.
  ///
  /// `CommandLine` reads it from /proc/self/cmdline, so it crashes if /proc is not mounted, and has
  /// no arguments if all descriptors are in use.
  nonisolated(unsafe) private var startCount: Int32 = 0
  nonisolated(unsafe) private var startWords: SystemText.Words?

  /// glibc calls every function in this section before `main`.
  @section(".init_array") @used
  private let keepArguments:
    @convention(c) (
      Int32, SystemText.Words?, SystemText.Words?
    ) -> Void = { count, words, _ in
      unsafe (startCount, startWords) = (count, words)
    }
#endif
