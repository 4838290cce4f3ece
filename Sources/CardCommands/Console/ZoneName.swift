import CardArguments
import CardJSON

extension Zone {
  private static let directory = "/usr/share/zoneinfo/"
  private static let maximumSize = 1 << 20

  /// Creates a zone from `UTC`, an offset such as `+02:00`, or a name such as `Europe/Berlin` that
  /// the system has a TZif file for.
  init(named text: String, _ console: Console) throws(ValueProblem) {
    if text.uppercased() == "UTC" || text == "Z" {
      self = .utc
    } else if text.hasPrefix("+") || text.hasPrefix("-") {
      let time = ByteBuffer("1970-01-02T00:00:00\(text)".utf8)
      guard let milliseconds = ISO8601.milliseconds(time.view) else {
        throw .reason("expected an offset such as +02:00")
      }
      self.init(offset: 86_400_000 - milliseconds)
    } else {
      let isName = text.allSatisfy { $0.isWordPart(or: "/_+-") }
      guard isName, !text.isEmpty, !text.hasPrefix("/") else {
        throw .reason("expected UTC, an offset such as +02:00, or a name such as Europe/Berlin")
      }
      let path = Zone.directory + text
      let file = try? SmallFile(path, console, limit: Zone.maximumSize, isOnlyRegular: true)
      guard let file, let zone = ByteBuffer(file.bytes).read({ Zone(tzif: $0) }) else {
        throw .reason("this system has no such time zone")
      }
      self = zone
    }
  }
}

extension Option {
  /// The option that sets the time zone of a run.
  static var zone: Option {
    value("tz", valueName: "ZONE", "the time zone of dates, days and printed times") {
      $0.common.zone = try Zone(named: $1, $0.console)
    }.byDefault("tz in the configuration, else UTC").explained(
      "An offset such as +02:00, or a name such as Europe/Berlin that the system knows.")
  }
}
