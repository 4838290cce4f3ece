import CardLibC

/// Texts of the system (arguments, names of files, environment variables), which are bytes and
/// mostly, but not always, UTF-8.
///
/// A `String` holds only UTF-8, and mending what is none would open another file or record another
/// id. So each byte that is no UTF-8 stands in the text as a character of its own, from U+10FF80
/// for 0x80 to U+10FFFF for 0xFF, which private use and noncharacters leave to programs. Where a
/// text really holds such a character its bytes are held in the same way: no two texts are held
/// alike, and `bytes` gives back what the system gave.
package enum SystemText {
  /// What stands for a byte is this and the byte.
  private static let start: UInt32 = 0x10FF00
  /// The first byte of all characters that stand for bytes, and of few others.
  private static let lead: UInt8 = 0xF4

  /// The text that holds a C string of the system's.
  @unsafe
  static func text(_ bytes: UnsafePointer<CChar>) -> String {
    if let text = unsafe String(validatingCString: bytes), !text.utf8.contains(lead) { return text }
    var copy: [UInt8] = []
    var position = unsafe bytes
    while unsafe position.pointee != 0 {
      copy.append(unsafe UInt8(bitPattern: position.pointee))
      unsafe position += 1
    }
    return text(copy)
  }

  /// The text that holds these bytes.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(lead) {
      return text
    }
    var text = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      if let scalar = scalar(in: rest), byte(scalar) == nil {
        text.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        // Always a scalar: there are no surrogates above U+10FF00.
        Unicode.Scalar(start | UInt32(first)).map { text.append($0) }
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// The character that the bytes begin with; nil when they begin with none.
  private static func scalar(in bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    for length in 1...4 {
      let piece = String(validating: bytes.prefix(length), as: UTF8.self)
      if let piece { return piece.unicodeScalars.first }
    }
    return nil
  }

  /// The byte that a character stands for.
  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    scalar.value >= start | 0x80 ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  /// The bytes that a text holds, as the system has them.
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

  /// The text itself; nil when what it holds is no UTF-8.
  package static func utf8(_ text: String) -> String? {
    guard text.utf8.contains(lead) else { return text }
    return String(validating: bytes(text), as: UTF8.self)
  }

  /// The text as messages and reports show it: bytes that are no UTF-8 as in `\xE9`.
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

  /// Lends a path as the system takes it.
  ///
  /// No file is called by a name with a zero byte in it: it gets the empty path, which nothing has.
  @unsafe
  static func withPath<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let bytes = bytes(path)
    let name = bytes.contains(0) ? [0] : bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe name.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("a path ends with a zero") }
      return unsafe body(base)
    }
  }

  /// A copy of a path as the system takes it; the caller frees it.
  @unsafe
  package static func copy(_ path: String) -> UnsafeMutablePointer<CChar>? {
    unsafe withPath(path) { unsafe strdup($0) }
  }

  /// The arguments of this process, without its own name in front.
  package static func arguments() -> [String] {
    #if canImport(Glibc)
      let (count, words) = unsafe (startCount, startWords)
    #else
      let (count, words) = unsafe (CommandLine.argc, CommandLine.unsafeArgv)
    #endif
    return (1..<max(1, Int(count))).compactMap { index in
      unsafe words?[index].map { unsafe text($0) }
    }
  }
}

#if canImport(Glibc)
  private typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// The command line as the system hands it to the program.
  ///
  /// `CommandLine` reads it from /proc/self/cmdline: it ends the process where there is no /proc, and
  /// has no arguments where no descriptor is free.
  nonisolated(unsafe) private var startCount: Int32 = 0
  nonisolated(unsafe) private var startWords: Words?

  /// Called before `main`, as glibc calls every function of this section.
  @section(".init_array") @used
  private let keepArguments: @convention(c) (Int32, Words?, Words?) -> Void = { count, words, _ in
    unsafe (startCount, startWords) = (count, words)
  }
#endif
