import Foundation
import TestSupport
import Testing

/// Files that are not JSON: each one that is named has a syntax finding.
@Suite struct InvalidJSONTests {
  private static let texts: [String] = [
    // Arrays.
    "[1 2]", "[1,,2]", "[,1]", "[1,]", "[1,,]", "[,]", "[1:2]", "[1;2]", "[\"a\",", "[\"a\"", "[",
    "[[1]", "[1]]", "[1}", "[3[4]]", "[*]", "[a", "[1,\n2\n,3", "[{}", "[true false]", "][",
    // Objects.
    "{", "{\"", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{\"a\":1,,\"b\":2}", "{,}", "{1:2}",
    "{a:1}", "{'a':1}", "{\"a\" 1}", "{\"a\"::1}", "{\"a\"=1}", "{:1}", "{\"a\" \"b\"}",
    "{\"a\":1 \"b\":2}", "{\"a\":1;\"b\":2}", "{\"a\",null}", "{null:1}", "{[1]:2}", "{\"a\":1]",
    "{}}", "{\"a\":1}}{\"b\":2}", "{\"id\":0,,,,}",
    // Numbers and literals.
    "[-]", "[+1]", "[.5]", "[1.]", "[1.e5]", "[1e]", "[1e+]", "[01]", "[-01]", "[0x10]", "[1_000]",
    "[1.2.3]", "[--1]", "[- 1]", "[1e5.5]", "[NaN]", "[Infinity]", "[-Infinity]", "[True]",
    "[None]",
    "[undefined]", "[nul]", "[tru]", "[truth]", "nul", "-", "01", "1.", "[１]",
    // Strings.
    "\"", "\"a", "[\"a", "['a']", "[`a`]", "[\"\\x41\"]", "[\"\\\"]", "[\"\\u00A\"]",
    "[\"\\uqqqq\"]",
    "[\"\\a\"]", "[\"a\nb\"]", "[\"a\tb\"]", "[\"\u{0}\"]", "\"\"x", "[“a”]", "[\"a\"b\"]", "[\"\\",
    // Around values.
    "// a\n{}", "/* a */[]", "{\"a\":/* b */1}", "{\"a\":1}// b", "{\"a\":1}#", "{}x", "[1]x",
    "{\"a\":1},{\"b\":2}", "\"a\": 1", "(1)", "{\"a\":(1)}", "abc", "*", "]", "}", ":", ",",
    "\u{0}[]",
    "\u{A0}[]", "[\u{C}]", "[\u{2060}]", "<a>", "[<null>]", "a,b\n1,2\n", "a: 1\nb: 2\n",
    "---\na: 1\n", "<!DOCTYPE html>", "<<<<<<< HEAD\n{}\n", "{\"a\": ${B}}", "{\"a\": ...}",
    String(repeating: "[", count: 600), String(repeating: "{\"a\":", count: 600),
  ]

  private static let bytes: [[UInt8]] = [
    [0xFF], [0xFF, 0xFE, 0x5B, 0, 0x5D, 0], [0xEF, 0xBB, 0x7B, 0x7D], [0x50, 0x4B, 3, 4, 0],
    Array("[\"".utf8) + [0xC0, 0xAF] + Array("\"]".utf8),
    Array("[\"".utf8) + [0xED, 0xA0, 0x80] + Array("\"]".utf8),
    Array("[\"".utf8) + [0xF4, 0xBF, 0xBF, 0xBF] + Array("\"]".utf8),
    Array("[\"".utf8) + [0x80] + Array("\"]".utf8), Array("[".utf8) + [0xE5] + Array("]".utf8),
    Array("{\"".utf8) + [0xB9] + Array("\":1}".utf8), Array("[1".utf8) + [0xE5] + Array("]".utf8),
  ]

  @Test func eachHasASyntaxFinding() throws {
    let folder = try ScratchFolder()
    let inputs = Self.texts.map { Array($0.utf8) } + Self.bytes
    let names = inputs.indices.map { "\($0).json" }
    for (name, input) in zip(names, inputs) {
      try Data(input).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    let arguments = ["validate", "--no-config", "--to", "ndjson"]
    let all = try CommandRun(arguments: arguments + names, directory: folder.path).result()
    let findings = all.text.split(separator: "\n")
    let rules = ["json/syntax", "input/format"]
    for (name, input) in zip(names, inputs) {
      let own = findings.filter { $0.contains("\"path\":\"\(name)\"") }
      let isNamed = own.contains { line in rules.contains { line.contains("\"rule\":\"\($0)\"") } }
      #expect(isNamed, "\(name) \(String(decoding: input.prefix(60), as: UTF8.self)): \(own)")
    }
    #expect(all.status == 1)
  }
}
