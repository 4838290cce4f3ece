import CardJSON
import Testing

/// Appending bytes while searching for one of them.
struct ByteBufferSearchTests {
  @Test("appends all bytes, and finds the byte at any position but not after the end")
  func seeking() {
    for count in 0...70 {
      let plain = [UInt8](repeating: 0x61, count: count)
      for place in -1..<count {
        var bytes = plain
        if place >= 0 { bytes[place] = 0x2C }
        // Bytes after the view do not matter.
        let source = ByteBuffer(bytes + [0x2C, 0x2C])
        var buffer = ByteBuffer("ab".utf8)
        let isFound = buffer.append(source.view.slice(0..<count), seeking: 0x2C)
        #expect(isFound == (place >= 0), "\(count) bytes, at \(place)")
        buffer.append("c")
        #expect(buffer.view.array == [0x61, 0x62] + bytes + [0x63])
      }
    }
  }

  @Test("appends to an empty buffer")
  func empty() {
    let source = ByteBuffer("a text of more than sixteen bytes".utf8)
    let text = appendedText { _ = $0.append(source.view, seeking: 0x2C) }
    #expect(text == "a text of more than sixteen bytes")
  }
}
