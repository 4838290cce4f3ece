import CardJSON
import TestSupport
import Testing

/// Borrowed bytes.
struct ByteViewTests {
  private func with<Result>(_ text: String, _ body: (ByteView) -> Result) -> Result {
    let buffer = ByteBuffer(text.utf8)
    return body(buffer.view)
  }

  @Test("bytes, words and slices")
  func access() {
    with("0123456789") { view in
      #expect(view.count == 10)
      #expect(view[3] == UInt8(ascii: "3"))
      #expect(view.word(at: 1) == 0x3837_3635_3433_3231)
      #expect(view.slice(2..<5).text == "234")
      #expect(view.slice(5..<5).count == 0)
      #expect(view.array == Array("0123456789".utf8))
    }
  }

  @Test("finds the first and the last byte within bounds")
  func search() {
    let b = UInt8(ascii: "b")
    with("abcabc") { view in
      #expect(view.firstIndex(of: b, from: 0, to: 6) == 1)
      #expect(view.firstIndex(of: b, from: 2, to: 6) == 4)
      #expect(view.firstIndex(of: b, from: 2, to: 4) == nil)
      #expect(view.firstIndex(of: b, from: 5, to: 5) == nil)
      #expect(view.firstIndex(of: b, from: 6, to: 2) == nil)
      #expect(view.lastIndex(of: b, before: 6) == 4)
      #expect(view.lastIndex(of: b, before: 4) == 1)
      #expect(view.lastIndex(of: b, before: 1) == nil)
      #expect(view.lastIndex(of: b, before: 100) == 4)
    }
    for place in 0..<40 {
      let text = String(repeating: "c", count: place) + "b" + String(repeating: "a", count: 20)
      with(text) { view in
        #expect(view.lastIndex(of: b, before: view.count) == place)
        #expect(view.lastIndex(of: b, before: place) == nil)
      }
    }
  }

  @Test(
    "a text is found in another",
    arguments: [
      ("", "abc", 0), ("a", "abc", 0), ("bc", "abc", 1), ("abc", "abc", 0), ("abcd", "abc", nil),
      ("aab", "aaaab", 2), ("x", "abc", nil), ("", "", 0), ("é", "café", 3),
    ] as [(String, String, Int?)])
  func find(text: String, whole: String, expected: Int?) {
    with(text) { part in
      with(whole) { view in
        #expect(view.firstIndex(of: part) == expected)
      }
    }
  }

  @Test("finds repetitive text like a byte-by-byte search")
  func findRepeating() {
    var numbers = SeededNumbers(seed: 29)
    for _ in 0..<3000 {
      let letters = Int.random(in: 1...3, using: &numbers)
      func text(_ lengths: ClosedRange<Int>) -> [UInt8] {
        (0..<Int.random(in: lengths, using: &numbers)).map { _ in
          0x61 + UInt8.random(in: 0..<UInt8(letters), using: &numbers)
        }
      }
      let period = text(1...6)
      let repeated = (0..<Int.random(in: 1...20, using: &numbers)).flatMap { _ in period }
      let (part, whole) = (repeated + text(0...2), text(0...9) + repeated + repeated + text(0...40))
      let expected = whole.indices.first { whole[$0...].starts(with: part) }
      let wanted = ByteBuffer(part)
      let view = ByteBuffer(whole)
      #expect(view.view.firstIndex(of: wanted.view) == expected, "\(part) in \(whole)")
    }
  }

  @Test("compares views by their bytes")
  func order() {
    let ascending = ["", "A", "AB", "B", "a", "aa", "ab", "é", "€", "\u{FFFD}", "😀"]
    for (place, left) in ascending.enumerated() {
      for (other, right) in ascending.enumerated() {
        with(left) { first in
          with(right) { second in
            #expect((first == second) == (place == other))
            #expect(first.precedes(second) == (place < other))
          }
        }
      }
    }
  }

  @Test("only the case of ASCII letters is ignored")
  func ignoringCase() {
    let cases = [
      ("Coupon_Code", "coupon_code", true), ("é", "É", false), ("@", "`", false), ("[", "{", false),
      ("a", "ab", false), ("Z", "z", true), ("", "", true), ("ÀD", "Àd", true), ("0", "P", false),
    ]
    for (left, right, expected) in cases {
      with(left) { first in
        with(right) { #expect(first.equalsIgnoringCase($0) == expected, "\(left) \(right)") }
      }
    }
  }

  @Test("finds text")
  func occurs() {
    with("abc") { view in
      #expect(ByteView("bc").occurs(at: 1, in: view))
      #expect(!ByteView("bc").occurs(at: 0, in: view))
      #expect(!ByteView("bc").occurs(at: 2, in: view))
      #expect(!ByteView("a").occurs(at: -1, in: view))
      #expect(ByteView("").occurs(at: 3, in: view))
    }
  }
}

/// Tables that are reused.
struct PermanentTableTests {
  @Test("keeps elements in order")
  func elements() {
    let table = PermanentTable([3, 1, 2])
    #expect(table.count == 3)
    #expect([table[0], table[1], table[2]] == [3, 1, 2])
    #expect(PermanentTable([UInt8]()).count == 0)
  }

  @Test("a permanent view has the bytes of its text")
  func view() {
    #expect(ByteView(permanent: "café").text == "café")
  }
}
