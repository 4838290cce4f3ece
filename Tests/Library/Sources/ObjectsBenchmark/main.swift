import ContentCardKit
import ContentCardKitAsync
import Foundation

// Objects of the cards in a file: by the library, and by `JSONDecoder` with a Codable struct.
// Prints `NAME SECONDS COUNT MEMORY`: seconds of the processor, and the memory in KiB above that of
// the start.

struct Card: Codable {
  let id: String, ca: Double, tt: String?, ds: String?, i: String?, u: String?
  let e: [String: String]?
}

struct Coupon {
  let id: String, discount: Double, image: String?
}

func decoded(_ line: Data, _ decoder: JSONDecoder) -> Any? {
  guard let card = try? decoder.decode(Card.self, from: line), let extras = card.e else {
    return nil
  }
  switch extras["class_type"] {
  case "coupon_code":
    guard let discount = extras["discount_percentage"].flatMap(Double.init) else { return nil }
    return Coupon(id: card.id, discount: discount, image: card.i)
  case nil: return nil
  default: return card
  }
}

func memory() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
  return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
}

/// The seconds of the processor since the start.
func seconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

func measure(_ name: String, _ body: () throws -> Int) rethrows {
  let (start, memoryBefore) = (seconds(), memory())
  let count = try body()
  print(name, seconds() - start, count, memory() - memoryBefore)
}

let path = CommandLine.arguments[1]
let factory = ContentCardFactory()
func chunks(_ body: (Data) -> Void) throws {
  guard let file = FileHandle(forReadingAtPath: path) else { return }
  while let chunk = try file.read(upToCount: 1 << 16), !chunk.isEmpty { body(chunk) }
}
try measure("library") {
  var converter = factory.converter()
  var count = 0
  try chunks { count += converter.read($0).objects.count }
  return count + converter.finish().objects.count
}
let data = try Data(contentsOf: URL(fileURLWithPath: path))
measure("feed") { factory.convert(ContentCardFeed(data)).objects.count }
let decoder = JSONDecoder()
let lines = data.split(separator: 0x0A)
measure("JSONDecoder") { lines.count { decoded($0, decoder) != nil } }

struct Chunks: AsyncSequence {
  struct AsyncIterator: AsyncIteratorProtocol {
    let file = FileHandle(forReadingAtPath: path)
    mutating func next() async throws -> Data? {
      try file?.read(upToCount: 1 << 16).flatMap { $0.isEmpty ? nil : $0 }
    }
  }
  func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

@MainActor func readOnMainActor() async throws -> Int {
  var count = 0
  for try await element in ContentCardSequence(Chunks()) {
    if case .card = element { count += 1 }
  }
  return count
}
@concurrent func readElsewhere() async throws -> Int {
  var count = 0
  for try await element in ContentCardSequence(Chunks()) {
    if case .card = element { count += 1 }
  }
  return count
}
for (name, body) in [("main-actor", readOnMainActor), ("off-actor", readElsewhere)]
  as [(String, () async throws -> Int)]
{
  let start = seconds()
  let count = try await body()
  print(name, seconds() - start, count, 0)
}
