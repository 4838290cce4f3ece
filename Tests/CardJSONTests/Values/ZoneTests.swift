import CardJSON
import Testing

/// Zones of TZif files, and local times in them.
struct ZoneTests {
  /// A TZif file with an empty block of version 1 and these offsets, changes and rule.
  private func file(
    offsets: [Int32], changes: [(time: Int64, type: UInt8)] = [], rule: String
  ) -> [UInt8] {
    func header(_ times: Int, _ types: Int) -> [UInt8] {
      var header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
      for count in [0, 0, 0, times, types, 4] { header += ZoneTests.bytes(UInt64(count), 4) }
      return header
    }
    var file = header(0, 1) + ZoneTests.bytes(0, 6) + Array("ABC\0".utf8)
    file += header(changes.count, offsets.count)
    for change in changes { file += ZoneTests.bytes(UInt64(bitPattern: change.time), 8) }
    file += changes.map(\.type)
    for offset in offsets {
      file += ZoneTests.bytes(UInt64(UInt32(bitPattern: offset)), 4) + [0, 0]
    }
    return file + Array("ABC\0\n\(rule)\n".utf8)
  }

  private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - 1 - $0))) }
  }

  private func read(_ bytes: [UInt8]) -> Zone? { ByteBuffer(bytes).read { Zone(tzif: $0) } }

  private func instant(_ text: String) throws -> Int64 {
    try #require(ByteBuffer(text.utf8).read { ISO8601.milliseconds($0) })
  }

  @Test(
    "rules that repeat every year",
    arguments: [
      (
        "CET-1CEST,M3.5.0,M10.5.0/3",
        [
          ("2026-03-29T00:59:59Z", 60), ("2026-03-29T01:00:00Z", 120),
          ("2026-10-25T00:59:59Z", 120), ("2026-10-25T01:00:00Z", 60), ("2100-07-01", 120),
          ("1970-01-01", 60),
        ]
      ),
      (
        "EST5EDT,M3.2.0,M11.1.0",
        [
          ("2026-03-08T06:59:59Z", -300), ("2026-03-08T07:00:00Z", -240),
          ("2026-11-01T05:59:59Z", -240), ("2026-11-01T06:00:00Z", -300),
        ]
      ),
      (
        "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
        [
          ("2026-04-04T14:59:59Z", 660), ("2026-04-04T15:00:00Z", 630),
          ("2026-10-03T15:29:59Z", 630), ("2026-10-03T15:30:00Z", 660), ("2026-12-31", 660),
        ]
      ),
      (
        "IST-1GMT0,M10.5.0,M3.5.0/1",
        [("2026-01-01", 0), ("2026-03-29T01:00:00Z", 60), ("2026-10-25T01:00:00Z", 0)]
      ),
      (
        "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
        [
          ("2026-03-29T00:59:59Z", -120), ("2026-03-29T01:00:00Z", -60),
          ("2026-10-25T00:59:59Z", -60), ("2026-10-25T01:00:00Z", -120),
        ]
      ),
      (
        "EET-2EEST,M3.4.4/50,M10.4.4/50",
        [("2026-03-27T23:59:59Z", 120), ("2026-03-28T00:00:00Z", 180)]
      ),
      (
        "AAA-1BBB,J60,J300",
        [
          ("2028-03-01T00:59:59Z", 60), ("2028-03-01T01:00:00Z", 120),
          ("2027-03-01T01:00:00Z", 120),
        ]
      ),
      (
        "AAA-1BBB,59/0,299/0",
        [
          ("2028-02-28T22:59:59Z", 60), ("2028-02-28T23:00:00Z", 120),
          ("2027-02-28T23:00:00Z", 120),
        ]
      ),
      ("<+0545>-5:45", [("2026-07-01", 345)]), ("UTC0", [("2026-07-01", 0)]),
    ] as [(String, [(String, Int64)])])
  func rules(rule: String, offsets: [(String, Int64)]) throws {
    let zone = try #require(read(file(offsets: [0], rule: rule)))
    for (text, minutes) in offsets {
      #expect(zone.offset(at: try instant(text)) == minutes * 60_000, "\(text)")
    }
  }

  @Test func changesComeBeforeTheRule() throws {
    let zone = try #require(
      read(
        file(
          offsets: [3208, 3600, 7200], changes: [(-1000, 1), (1000, 2), (2000, 1)],
          rule: "CET-1CEST,M3.5.0,M10.5.0/3")))
    let offsets: [(Int64, Int64)] = [
      (.min, 3208), (-1001, 3208), (-1000, 3600), (999, 3600), (1000, 7200), (1999, 7200),
      (2000, 3600), (1_800_000_000, 3600), (1_782_000_000, 7200), (.max, 3600),
    ]
    for (time, offset) in offsets {
      let (milliseconds, overflow) = time.multipliedReportingOverflow(by: 1000)
      #expect(zone.offset(at: overflow ? time : milliseconds) == offset * 1000, "\(time)")
    }
    #expect(zone.offset(at: -1) == 3_600_000 && zone.offset(at: 999_999) == 3_600_000)
  }

  @Test func withoutARuleTheLastOffsetStays() throws {
    for rule in ["", "nonsense,", "CET", "CET-1CEST,M13.1.0,M1.1.0"] {
      let changes: [(Int64, UInt8)] = [(0, 1)]
      let zone = try #require(read(file(offsets: [0, 18_000], changes: changes, rule: rule)))
      #expect(zone.offset(at: 4_000_000_000_000) == 18_000_000)
      #expect(zone.offset(at: -1) == 0)
    }
  }

  @Test func otherFilesAreNotZones() {
    let whole = file(offsets: [0, 3600], changes: [(0, 1)], rule: "UTC0")
    #expect(read(whole) != nil)
    // The rule and the line feeds around it are the last six bytes.
    for count in 0..<(whole.count - 6) { #expect(read(Array(whole.prefix(count))) == nil) }
    var (old, type) = (whole, whole)
    old[4] = 0
    #expect(read(old) == nil)
    type[54 + 44 + 8] = 2
    #expect(read(type) == nil)
  }

  @Test(
    "local times that clocks skip or show twice",
    arguments: [
      ("2026-03-29T01:59:59", "2026-03-29T00:59:59Z"),
      ("2026-03-29T02:30:00", "2026-03-29T01:30:00Z"),
      ("2026-03-29T03:00:00", "2026-03-29T01:00:00Z"),
      ("2026-10-25T02:30:00", "2026-10-25T00:30:00Z"),
      ("2026-10-25T03:00:00", "2026-10-25T02:00:00Z"),
      ("2026-10-25T00:00:00", "2026-10-24T22:00:00Z"),
      ("2026-10-26T00:00:00", "2026-10-25T23:00:00Z"),
    ])
  func localTimes(local: String, utc: String) throws {
    let berlin = try #require(read(file(offsets: [0], rule: "CET-1CEST,M3.5.0,M10.5.0/3")))
    #expect(berlin.instant(ofLocal: try instant(local)) == (try instant(utc)))
  }

  /// Days begin at one o'clock if clocks skip midnight, and a day may be skipped.
  @Test func theFirstTimeOfADay() throws {
    let cairo = try #require(read(file(offsets: [0], rule: "EET-2EEST,M4.5.5/0,M10.5.4/24")))
    let day = cairo.instant(ofLocal: try instant("2026-04-24"))
    #expect(day == (try instant("2026-04-23T22:00:00Z")))
    #expect(ISO8601.text(day, in: cairo) == "2026-04-24T01:00:00+03:00")
    let change = try instant("2011-12-30T10:00:00Z") / 1000
    let apia = try #require(
      read(file(offsets: [-36_000, 50_400], changes: [(change, 1)], rule: "")))
    let skipped = apia.instant(ofLocal: try instant("2011-12-30"))
    #expect(ISO8601.text(skipped, in: apia) == "2011-12-31T00:00:00+14:00")
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (7_200_000, "1970-01-01T02:00:00+02:00"),
      (-12_600_000, "1969-12-31T20:30:00-03:30"), (20_700_000, "1970-01-01T05:45:00+05:45"),
      (59_000, "1970-01-01T00:00:00Z"), (3_208_000, "1970-01-01T00:53:00+00:53"),
    ] as [(Int64, String)])
  func timesCarryTheirOffset(offset: Int64, text: String) throws {
    let zone = Zone(offset: offset)
    #expect(ISO8601.text(0, in: zone) == text)
    #expect(try instant(text) == 0)
    let long = text.replacing("00Z", with: "00.000Z").replacing("00+", with: "00.000+")
      .replacing("00-", with: "00.000-")
    #expect(ISO8601.text(0, withMilliseconds: true, in: zone) == long)
    #expect(ISO8601.text(-62_135_596_800_000, in: Zone(offset: -60_000)) == nil)
  }
}
