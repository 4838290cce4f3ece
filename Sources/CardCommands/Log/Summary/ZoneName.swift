import CardArguments
import CardJSON
import CardPlatform

/// A time zone on a command line: `UTC`, an offset such as `+02:00`, or a name such as
/// `Europe/Berlin`.
enum ZoneName: Sendable {
  /// A fixed offset from UTC in milliseconds, positive to the east.
  case offset(Int64)
  case name(String)

  private static let directory = "/usr/share/zoneinfo/"
  private static let maximumSize = 1 << 20

  /// Parses a time zone.
  init(_ text: String) throws(ValueProblem) {
    if text.uppercased() == "UTC" || text == "Z" {
      self = .offset(0)
    } else if text.hasPrefix("+") || text.hasPrefix("-") {
      let time = ByteBuffer("1970-01-02T00:00:00\(text)".utf8)
      guard let milliseconds = ISO8601.milliseconds(time.view) else {
        throw .reason("expected an offset such as +02:00")
      }
      self = .offset(86_400_000 - milliseconds)
    } else {
      let isName = text.allSatisfy { $0.isWordPart(or: "/_+-") }
      guard isName, !text.isEmpty, !text.hasPrefix("/") else {
        throw .reason("expected UTC, an offset such as +02:00, or a name such as Europe/Berlin")
      }
      self = .name(text)
    }
  }

  /// Sets the time zone of the process to a named zone; must be called before the first `offset`.
  ///
  /// - Throws: `ArgumentError` if the system has no TZif file (RFC 9636) with this name.
  func load(_ console: Console) throws {
    guard case .name(let name) = self else { return }
    let path = ZoneName.directory + name
    guard try console.fileStatus(path)?.kind == .regular,
      try SmallFile(path, console, limit: ZoneName.maximumSize).bytes.starts(with: "TZif".utf8)
    else {
      throw ArgumentError.other(
        "invalid value '\(name)' for '--tz': this system has no such time zone")
    }
    SystemCalls.setTimeZone(file: path)
  }

  /// Returns the offset of local time from UTC at a time in epoch milliseconds, in milliseconds.
  func offset(at time: Int64) -> Int64 {
    switch self {
    case .offset(let offset): offset
    case .name: SystemCalls.zoneOffset(at: time)
    }
  }
}
