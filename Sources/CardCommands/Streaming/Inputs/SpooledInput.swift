import CardJSON
import CardPlatform

/// The content of a pipe in an unnamed temporary file, so that it can be read more than once.
final class SpooledInput: Sendable {
  /// The descriptor of the file.
  let descriptor: Int32

  private static let blockSize = 1 << 18

  /// Reads all of an open input.
  ///
  /// - Throws: `SystemFailure` if the input cannot be read or the file cannot be written.
  init(_ input: Int32, name: String, directory: String) throws(SystemFailure) {
    let spool = "the temporary file in \(directory)"
    let made = try TemporaryFile.make(in: directory + "/", isPrivate: true, shownAs: spool)
    made.file.remove()
    descriptor = made.descriptor
    var block = ByteBuffer()
    while try SystemCalls.read(input, SpooledInput.blockSize, into: &block, name: name) > 0 {
      try SystemCalls.write(descriptor, block.view, name: spool)
      block.removeAll()
    }
  }

  deinit { SystemCalls.close(descriptor) }
}

extension InputFiles {
  /// The same files, with copies of all pipes.
  ///
  /// This is for a run that reads its inputs more than once. Regular files are read again.
  ///
  /// - Throws: `SystemFailure` if a temporary file cannot be written.
  func spooled() throws(SystemFailure) -> InputFiles {
    var spooled = self
    for (index, file) in files.enumerated() where file.spool == nil {
      // An input that cannot be opened is reported when it is read.
      guard let input = try? InputDescriptor(file, console) else { continue }
      defer { input.close() }
      if !input.isRegular { spooled.replace(index, by: try input.spooled(console)) }
    }
    return spooled
  }
}
