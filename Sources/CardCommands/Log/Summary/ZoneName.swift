import CardArguments
import CardJSON
import CardPlatform

/// A time zone as the user gives it: `UTC`, an offset such as `+02:00`, or a name such as
/// `Europe/Berlin`.
enum ZoneName: Sendable {
  /// Seconds east of UTC.
  case offset(Int64)
  case name(String)

  /// The directories in which systems have their time zones.
  private static let directories = ["/usr/share/zoneinfo/", "/usr/lib/zoneinfo/"]
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
      self = .offset((86_400_000 - milliseconds) / 1000)
    } else {
      let isName = text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "/_+-".utf8.contains(byte)
      }
      guard isName, !text.isEmpty, !text.hasPrefix("/") else {
        throw .reason("expected UTC, an offset such as +02:00, or a name such as Europe/Berlin")
      }
      self = .name(text)
    }
  }

  /// The offsets of the zone; those of a name are in a file of the system.
  func offsets(_ console: Console) throws -> ZoneOffsets {
    switch self {
    case .offset(let seconds): return ZoneOffsets(offset: seconds)
    case .name(let name):
      for directory in ZoneName.directories {
        let path = directory + name
        guard try console.fileStatus(path)?.kind == .regular else { continue }
        let file = try SmallFile(path, console, limit: ZoneName.maximumSize)
        if let zone = ZoneOffsets(file: file.bytes) { return zone }
      }
      throw ArgumentMistake.other(
        "invalid value '\(name)' for '--tz': this system has no such time zone")
    }
  }
}
