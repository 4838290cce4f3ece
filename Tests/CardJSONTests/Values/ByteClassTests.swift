import CardJSON
import Testing

/// Classes of bytes, found by searches of sixteen bytes at a time.
struct ByteClassTests {
  /// A class, with its test of a view and of one byte.
  private struct Kind {
    let name: String
    let members: ByteClass
    let isMember: (UInt8) -> Bool
  }

  private let kinds: [Kind] = [
    Kind(name: "space or control", members: .spaceOrControl) { $0 <= 0x20 || $0 == 0x7F },
    Kind(name: "one byte", members: ByteClass(.byte(0x23))) { $0 == 0x23 },
    Kind(name: "a run over the end", members: ByteClass(.bytes(0x7F, 0x1F), or: .byte(0x23))) {
      $0 < 0x20 || $0 >= 0x7F || $0 == 0x23
    },
    Kind(
      name: "four runs",
      members: ByteClass(
        .bytes(0, 0x20), or: .bytes(0x41, 0x5A), or: .byte(0x2D), or: .bytes(0xFE, 0xFF))
    ) {
      $0 < 0x21 || (0x41...0x5A).contains($0) || $0 == 0x2D || $0 >= 0xFE
    },
  ]

  @Test("finds members at any position but not after the end")
  func holding() {
    for kind in kinds {
      for count in [0, 1, 7, 8, 15, 16, 17, 31, 32, 40] {
        let plain = ByteBuffer([UInt8](repeating: 0x61, count: count) + [0x20, 0x23, 0xFF])
        let isFound = plain.view.slice(0..<count).containsAny(of: kind.members)
        #expect(!isFound, "\(kind.name) in \(count)")
        for place in 0..<count {
          for byte in UInt8.min...UInt8.max {
            var bytes = [UInt8](repeating: 0x61, count: count)
            bytes[place] = byte
            let isFound = ByteBuffer(bytes).read { $0.containsAny(of: kind.members) }
            #expect(isFound == kind.isMember(byte), "\(kind.name): \(byte) at \(place)")
          }
        }
      }
    }
  }

  @Test("finds the last occurrence of a byte at any position")
  func lastOfAByte() {
    for count in 0...50 {
      for place in 0..<count {
        var bytes = [UInt8](repeating: 0x61, count: count)
        bytes[place] = 0x0A
        bytes[place / 2] = 0x0A
        let buffer = ByteBuffer(bytes)
        #expect(buffer.view.lastIndex(of: 0x0A, before: count) == place)
        let before = place / 2 < place ? place / 2 : nil
        #expect(buffer.view.lastIndex(of: 0x0A, before: place) == before)
      }
    }
  }
}
