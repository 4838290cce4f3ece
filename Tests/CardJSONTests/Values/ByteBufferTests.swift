import CardJSON
import TestSupport
import Testing

/// Growing buffers of bytes.
struct ByteBufferTests {
  @Test("keeps appended bytes in order while growing")
  func append() {
    var numbers = SeededNumbers(seed: 11)
    var buffer = ByteBuffer(capacity: 0)
    var expected: [UInt8] = []
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &numbers)).map { _ in
        UInt8.random(in: 0...255, using: &numbers)
      }
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0:
        buffer.append(bytes)
        expected += bytes
      case 1:
        let other = ByteBuffer(bytes)
        buffer.append(other.view)
        expected += bytes
      case 2:
        buffer.append("text")
        expected += Array("text".utf8)
      case 3:
        let flag = bytes.count % 2 == 0
        buffer.append(flag)
        expected += Array((flag ? "true" : "false").utf8)
      case 4:
        let other = ByteBuffer(bytes.prefix(16))
        buffer.append(other.view)
        expected += bytes.prefix(16)
      default:
        buffer.append(7)
        expected.append(7)
      }
    }
    #expect(buffer.view.array == expected)
    #expect(buffer.count == expected.count)
  }

  @Test("sealing zeroes the padding")
  func sealed() {
    var buffer = ByteBuffer(Array(repeating: 0xFF, count: 500))
    buffer.truncate(to: 10)
    let view = buffer.sealed()
    #expect(view.count == 10)
    for index in 10..<10 + ByteBuffer.padding { #expect(view[index] == 0) }
    #expect(view[9] == 0xFF)
  }

  @Test("removing bytes keeps the buffer usable")
  func forget() {
    var buffer = ByteBuffer("0123456789".utf8)
    buffer.truncate(to: 4)
    #expect(buffer.view.text == "0123")
    buffer.append("x")
    #expect(buffer.view.text == "0123x")
    buffer.removeAll()
    #expect(buffer.count == 0)
    buffer.shrink(to: 64)
    buffer.append("again")
    #expect(buffer.view.text == "again")
  }

  @Test("bytes are inserted and replaced at a position")
  func edit() {
    var buffer = ByteBuffer("bd".utf8)
    buffer.insert(UInt8(ascii: "a"), at: 0)
    buffer.insert(UInt8(ascii: "c"), at: 2)
    buffer.insert(UInt8(ascii: "e"), at: 4)
    #expect(buffer.view.text == "abcde")
    buffer.replace(at: 0, with: UInt8(ascii: "A"))
    buffer.replace(at: 4, with: UInt8(ascii: "E"))
    #expect(buffer.view.text == "AbcdE")
  }

  @Test("numbers are appended in decimal digits")
  func decimal() {
    #expect(appendedText { $0.append(decimal: 0) } == "0")
    #expect(appendedText { $0.append(decimal: 7, digits: 3) } == "007")
    #expect(appendedText { $0.append(decimal: 1234, digits: 3) } == "1234")
    #expect(appendedText { $0.append(decimal: .max) } == "18446744073709551615")
    #expect(appendedText { $0.append(decimal: 10, digits: 2) } == "10")
    var limit: UInt64 = 1
    for _ in 0..<20 {
      for number in [limit - 1, limit, limit + 1, limit &* 7 / 3] {
        #expect(appendedText { $0.append(decimal: number) } == "\(number)")
      }
      limit = limit &* 10
    }
    for number in UInt64(0)..<10_000 {
      let digits = String(10_000 + number).dropFirst()
      #expect(appendedText { $0.append(decimal: number, digits: 4) } == digits)
      #expect(appendedText { $0.append(decimal: number * 10_001) } == "\(number * 10_001)")
    }
    #expect(appendedText { $0.append(signed: .min) } == "-9223372036854775808")
    #expect(appendedText { $0.append(signed: -5) } == "-5")
    #expect(appendedText { $0.append(signed: 0) } == "0")
  }
}

/// Bytes that are appended with escapes.
struct ByteEscapesTests {
  @Test("escaping agrees with escaping byte by byte")
  func escape() {
    var numbers = SeededNumbers(seed: 12)
    for round in 0..<1000 {
      // Dense escapes, then few in long strings.
      let kinds = round < 500 ? 5 : 40
      let bytes = (0..<Int.random(in: 0...100, using: &numbers)).map { _ in
        let kind = Int.random(in: 0..<kinds, using: &numbers)
        return kind < 4 ? [0x0A, 0xFF, 0x61, 0x5C][kind] : 0x62 as UInt8
      }
      let start = Int.random(in: 0...bytes.count, using: &numbers)
      var expected = Array(bytes[..<start])
      for byte in bytes[start...] {
        switch byte {
        case 0x0A: expected += Array("\\n".utf8)
        case 0xFF: expected += Array("\\f".utf8)
        default: expected.append(byte)
        }
      }
      var buffer = ByteBuffer(bytes)
      let escaped = buffer.take(from: start)
      buffer.append(
        escaped.view, escaping: ByteClass(.byte(0x0A), or: .byte(0xFF)), with: UInt8(ascii: "\\")
      ) { $0 == 0x0A ? UInt8(ascii: "n") : UInt8(ascii: "f") }
      #expect(buffer.view.array == expected)
    }
  }

  /// The bytes after a buffer without memory are shared, and stay zero.
  @Test func appendingNothingWritesNothing() {
    var text = ByteBuffer(Array("text".utf8))
    let none = text.sealed().slice(0..<0)
    var buffer = ByteBuffer()
    let isFound = buffer.append(none, seeking: UInt8(ascii: "t"))
    buffer.append(none)
    JSONText.decode(none, into: &buffer)
    #expect(!isFound)
    var other = ByteBuffer()
    let zeros = other.sealed()
    #expect((0..<ByteBuffer.padding).allSatisfy { zeros[$0] == 0 })
  }
}
