import Foundation
import Testing

@testable import CardCommands

/// Time zones of the system, compared with Foundation's.
struct ZoneOffsetsTests {
  private static let directory = "/usr/share/zoneinfo"

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: directory), "there are no time zones"),
    arguments: [
      "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe",
      "America/Sao_Paulo",
      "Africa/Casablanca", "Pacific/Apia", "America/St_Johns", "Asia/Tehran", "UTC",
      "America/Godthab", "Antarctica/Troll",
    ])
  func offsets(_ name: String) throws {
    let url = URL(filePath: ZoneOffsetsTests.directory).appending(path: name)
    guard let data = try? Data(contentsOf: url) else { return }
    let zone = try #require(ZoneOffsets(file: [UInt8](data)))
    let other = try #require(TimeZone(identifier: name))
    // Every 5 hours from 1990 to 2050 would be slow: a step that meets all hours and seasons.
    for seconds in stride(from: Int64(631_152_000), to: 2_524_608_000, by: 3600 * 1001) {
      let expected = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
      #expect(zone.offset(at: seconds * 1000) == Int64(expected) * 1000, "\(name) \(seconds)")
    }
  }

  @Test func bytesThatAreNotAZone() throws {
    let url = URL(filePath: ZoneOffsetsTests.directory).appending(path: "Europe/Berlin")
    #expect(ZoneOffsets(file: []) == nil)
    guard let data = try? Data(contentsOf: url) else { return }
    let bytes = [UInt8](data)
    for count in bytes.indices {
      // Only the rule at the end may be missing.
      if let zone = ZoneOffsets(file: Array(bytes.prefix(count))) {
        #expect(count > bytes.count - 40 && zone.offset(at: 0) == 3_600_000)
      }
    }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0xFF
      _ = ZoneOffsets(file: changed)?.offset(at: 1_795_165_200_000)
    }
  }
}
