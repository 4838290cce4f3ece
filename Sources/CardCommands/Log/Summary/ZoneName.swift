import CardArguments
import CardJSON
import CardPlatform

/// A time zone as the user gives it: `UTC`, an offset such as `+02:00`, or a name such as
/// `Europe/Berlin`.
enum ZoneName: Sendable {
  /// Milliseconds east of UTC.
  case offset(Int64)
  case name(String)

  /// The directory in which systems have their time zones.
  private static let directory = "/usr/share/zoneinfo/"
  private static let maximumSize = 1 << 20

  /// The zone in `text`.
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

  /// Makes a named zone that of the process, before the first offset is needed.
  ///
  /// - Throws: that the system has no file in the format of time zones (RFC 9636) for the name.
  func load(_ console: Console) throws {
    guard case .name(let name) = self else { return }
    let path = ZoneName.directory + name
    guard try console.fileStatus(path)?.kind == .regular,
      try SmallFile(path, console, limit: ZoneName.maximumSize).bytes.starts(with: "TZif".utf8)
    else {
      throw ArgumentMistake.other(
        "invalid value '\(name)' for '--tz': this system has no such time zone")
    }
    SystemCalls.setTimeZone(file: path)
  }

  /// The number of milliseconds that local time is ahead of UTC.
  ///
  /// - Parameter time: milliseconds since 1970-01-01T00:00:00Z.
  func offset(at time: Int64) -> Int64 {
    switch self {
    case .offset(let offset): offset
    case .name: SystemCalls.zoneOffset(at: time)
    }
  }
}
