import CardJSON
import CardPlatform
import ContentCardKit

/// A small file that is read into memory, such as a configuration or a registry.
struct SmallFile {
  let path: String
  let bytes: [UInt8]

  /// The default maximum size, in bytes.
  static let defaultLimit = 16 << 20

  /// Reads the file at `path`, of at most `limit` bytes.
  ///
  /// - Parameter isOnlyRegular: whether the file must be a regular file. A configuration written by
  ///   someone else must not make the run wait for a pipe or a device.
  init(
    _ path: String, _ console: Console, limit: Int = SmallFile.defaultLimit,
    isOnlyRegular: Bool = false
  ) throws {
    self.path = path
    if isOnlyRegular { try SmallFile.requireRegularFile(path, console) }
    let descriptor = try SystemCalls.open(console.resolved(path))
    defer { SystemCalls.close(descriptor) }
    var buffer = ByteBuffer()
    while try SystemCalls.read(descriptor, 1 << 16, into: &buffer, name: path) > 0 {
      guard buffer.count <= limit else {
        throw ConfigurationError(
          message: "cardctl: \(path) is too large: expected at most \(limit >> 20) MiB")
      }
    }
    bytes = buffer.view.array
  }

  /// Refuses a directory, a pipe or a device at `path`; the file need not exist.
  static func requireRegularFile(_ path: String, _ console: Console) throws {
    guard let kind = try console.fileStatus(path)?.kind, kind != .regular else { return }
    let found = kind == .directory ? "directory" : "pipe or device"
    throw ConfigurationError(message: "cardctl: \(path): expected a file, found a \(found)")
  }

  /// Parses the file as a registry.
  func registry() throws -> Registry {
    do {
      return try Registry(parsing: bytes)
    } catch {
      throw self.error(error.mistakes.map { ($0.offset, $0.message) }, omitted: error.omitted)
    }
  }

  /// Scans the file and calls `body` with its document.
  func withDocument(_ body: (JSONDocument) throws -> Void) throws {
    var text = ByteBuffer(bytes)
    var scanner = JSONScanner()
    let view = text.sealed()
    do throws(JSONSyntaxError) { _ = try scanner.scanWhole(view, from: start) } catch {
      let isRest = error.reason == .unexpectedText
      throw self.error(at: error.offset, isRest ? "expected the end of the file" : "\(error)")
    }
    try body(scanner.document)
  }

  /// Resolves `path` against the directory of this file.
  func sibling(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : PathNames.directory(of: self.path) + path
  }

  /// Returns an error at a byte offset of the file.
  func error(at offset: Int, _ message: String) -> ConfigurationError {
    ConfigurationError(message: line(at: offset, message))
  }

  /// Returns the errors of the file, one per line, and the number of omitted ones.
  func error(_ mistakes: [(offset: Int, message: String)], omitted: Int) -> ConfigurationError {
    let lines = mistakes.map { line(at: $0.offset, $0.message) }
    let rest = omitted > 0 ? ["\(path): \(omitted) more errors"] : []
    return ConfigurationError(lines: lines + rest)
  }

  /// The optional byte order mark, which does not count as a column.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The start of the text.
  var start: Int { bytes.starts(with: SmallFile.mark) ? SmallFile.mark.count : 0 }

  /// Returns a message with its location in the file.
  func line(at offset: Int, _ message: String) -> String {
    var position = TextPosition()
    ByteBuffer(bytes.prefix(offset).dropFirst(start)).read { position.advance(over: $0) }
    return "\(position.location(in: path)) error: \(message)"
  }
}
