import CardLibC

/// How a file is opened, in the terms of `open(2)`.
package struct OpenOptions: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// To read only, which is what happens unless other options say more.
  package static let readOnly = OpenOptions(rawValue: O_RDONLY)
  /// To write only.
  package static let writeOnly = OpenOptions(rawValue: O_WRONLY)
  /// To read and to write.
  package static let readWrite = OpenOptions(rawValue: O_RDWR)
  /// Each write adds to the end.
  package static let append = OpenOptions(rawValue: O_APPEND)
  /// What is missing is made.
  package static let create = OpenOptions(rawValue: O_CREAT)
  /// What is there is refused.
  package static let exclusive = OpenOptions(rawValue: O_EXCL)
  /// What is there is emptied.
  package static let truncate = OpenOptions(rawValue: O_TRUNC)
  /// A symbolic link is refused.
  package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
  /// Nothing is waited for, such as the other end of a FIFO.
  package static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
  /// A terminal does not become that of the process.
  package static let noControllingTerminal = OpenOptions(rawValue: O_NOCTTY)
}
