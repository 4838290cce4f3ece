import CardLibC

/// The flags of `open(2)`.
package struct OpenOptions: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Combines flags.
  ///
  /// The first call of the standard library's generic initializer takes a tenth of the instructions
  /// of `cardctl log impression`.
  package init(arrayLiteral flags: OpenOptions...) {
    rawValue = flags.reduce(0) { $0 | $1.rawValue }
  }

  /// Opens for reading only, which is the default.
  package static let readOnly = OpenOptions(rawValue: O_RDONLY)
  /// Opens for writing only.
  package static let writeOnly = OpenOptions(rawValue: O_WRONLY)
  /// Opens for reading and writing.
  package static let readWrite = OpenOptions(rawValue: O_RDWR)
  /// Appends each write to the end.
  package static let append = OpenOptions(rawValue: O_APPEND)
  /// Creates a missing file.
  package static let create = OpenOptions(rawValue: O_CREAT)
  /// Fails if the file exists.
  package static let exclusive = OpenOptions(rawValue: O_EXCL)
  /// Truncates an existing file.
  package static let truncate = OpenOptions(rawValue: O_TRUNC)
  /// Fails if the file is a symbolic link.
  package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
  /// Does not block, for example until the other end of a FIFO is opened.
  package static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
  /// Does not make a terminal the controlling terminal of the process.
  package static let noControllingTerminal = OpenOptions(rawValue: O_NOCTTY)
}
