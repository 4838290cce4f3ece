import CardPlatform

/// The files of a journal: the one that events are appended to, and those that were rotated away.
///
/// Beside `PATH` there may be `PATH.1`, `PATH.2` … with older events, the higher the older, and
/// `PATH.torn` with lines that were set aside.
package struct JournalFiles: Sendable {
  /// The file that is appended to, as the system opens it.
  package let path: String
  /// How messages call it.
  package let name: String

  /// The files of the journal at `path`.
  ///
  /// - Parameter name: how messages call the journal; nil for the path itself.
  package init(path: String, shownAs name: String? = nil) {
    self.path = path
    self.name = name ?? path
  }

  /// The file that events are appended to.
  package var current: JournalFile { JournalFile(path: path, name: name, number: 0) }

  /// The file for lines that were set aside.
  package var torn: JournalFile {
    JournalFile(path: path + ".torn", name: name + ".torn", number: 0)
  }

  /// The file that was rotated away as number `number`, from 1.
  package func rotated(_ number: Int) -> JournalFile {
    JournalFile(path: "\(path).\(number)", name: "\(name).\(number)", number: number)
  }

  /// The directory that holds the files.
  package var directory: String {
    JournalFiles.directory(of: path)
  }

  /// The directory part of a path.
  ///
  /// By bytes, as all of a path: a mark after a slash would make one character of both.
  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Those rotated files that there are, the oldest first; numbers may be missing among them.
  package func rotated() throws(SystemFailure) -> [JournalFile] {
    // By bytes: Swift takes different ones for the same text.
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    let start = Array(name) + [UInt8(ascii: ".")]
    var numbers: [Int] = []
    for entry in try SystemCalls.entries(ifThereIn: directory, shownAs: directory)
    where entry.name.utf8.starts(with: start) {
      let digits = String(decoding: entry.name.utf8.dropFirst(start.count), as: UTF8.self)
      // The next rotation gives the file the number above.
      guard let number = Int(digits), (1..<Int.max).contains(number) else { continue }
      if String(number) == digits { numbers.append(number) }
    }
    return numbers.sorted(by: >).map(rotated)
  }

  /// All files that there are, the oldest events first: `PATH.2`, `PATH.1`, `PATH`.
  package func inReadingOrder() throws(SystemFailure) -> [JournalFile] {
    let rotated = try rotated()
    let there = try SystemCalls.fileStatus(behind: path, name: name)
    return there == nil ? rotated : rotated + [current]
  }
}

/// One file of a journal.
package struct JournalFile: Hashable, Sendable {
  /// The path, as the system opens it.
  package let path: String
  /// How messages call it.
  package let name: String
  /// How often it was rotated; 0 for the file that is appended to.
  package let number: Int
}
