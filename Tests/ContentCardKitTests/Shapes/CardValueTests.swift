import CardJSON
import Testing

@testable import ContentCardKit

/// The values of the JSON kinds, and the values that are treated as absent.
struct CardValueTests {
  private func read(_ json: String, _ field: CardField) throws -> String? {
    try CardSnapshot.read(json, .init(shape: .wire))[field]
  }

  @Test(
    "booleans",
    arguments: [
      ("true", "true"), ("1", "true"), ("\"true\"", "true"), (#""\u0074rue""#, "true"),
      ("\"1\"", "true"), ("false", "false"),
      ("0", "false"), ("\"false\"", "false"), ("\"0\"", "false"), ("null", "false"),
      ("\"\"", "false"), ("2", "false"), ("1.0", "false"), ("-1", "false"), ("\"TRUE\"", "false"),
      ("\"yes\"", "false"), ("\" 1\"", "false"), ("{}", "false"), ("[true]", "false"),
    ])
  func booleans(value: String, expected: String) throws {
    #expect(try read("{\"p\":\(value)}", .pinned) == expected)
    #expect(try read(#"{"v":1}"#, .pinned) == "false")
  }

  @Test(
    "text",
    arguments: [
      (#""a""#, "a"), (#""a\u00e9\n""#, "aé\n"), (#"" ""#, " "), ("123", "123"), ("1.50", "1.50"),
      ("-1e3", "-1e3"), ("true", "true"), ("false", "false"), ("null", nil), (#""""#, nil),
      ("{}", nil), ("[]", nil), (#"["a"]"#, nil),
    ] as [(String, String?)])
  func text(value: String, expected: String?) throws {
    for (key, field) in [("tt", CardField.title), ("id", .id), ("u", .url), ("i", .image)] {
      #expect(try read("{\"v\":0,\"\(key)\":\(value)}", field) == expected)
    }
  }

  @Test(
    "numbers keep their spelling",
    arguments: [
      ("1", "1"), ("1.50", "1.50"), ("-0.0", "-0.0"), ("1E400", "1E400"), (#""1.5""#, "1.5"),
      (#"" 1.5 ""#, "1.5"), (#""\t\n1.5\r\u0020""#, "1.5"),
      (#""\\t1.5""#, nil), (#""1.5\\t""#, nil), (#""1\u002c5""#, nil), (#""1,5""#, nil),
      (#""1.5x""#, nil), (#""+1""#, nil), (#"".5""#, nil),
      ("true", nil), ("null", nil), (#""""#, nil), (#"" ""#, nil), ("[1]", nil),
    ] as [(String, String?)])
  func numbers(value: String, expected: String?) throws {
    #expect(try read("{\"ar\":\(value)}", .imageAspectRatio) == expected)
  }

  @Test("the last of duplicate keys wins, whatever its value")
  func duplicates() throws {
    #expect(try read(#"{"tt":"a","tt":"b"}"#, .title) == "b")
    #expect(try read(#"{"tt":"a","tt":null}"#, .title) == nil)
    #expect(try read(#"{"tt":"a","\u0074t":"b"}"#, .title) == "b")
    #expect(try read(#"{"e":{"a":1},"e":{"b":2}}"#, .extras) == #"{"b":2}"#)
    #expect(try read(#"{"e":{"class_type":"a","class_type":"b"}}"#, .classType) == "b")
    #expect(try read(#"{"e":{"class_type":"a","class_type":null}}"#, .classType) == nil)
    #expect(
      try read(#"{"e":{"a":1,"a":2}}"#, .extras) == #"{"a":1,"a":2}"#, "they are all passed on")
  }

  @Test(
    "extras",
    arguments: [
      (#"{ "a" : "b" }"#, #"{"a":"b"}"#), ("{}", nil), (#""{\"a\":\"b\"}""#, #"{"a":"b"}"#),
      (#""{\"a\": \"\\u00e9\\n\"}""#, #"{"a":"\u00e9\n"}"#), (#"" {} ""#, nil),
      (#""{\"a\":{\"b\":[1]}}""#, #"{"a":{"b":[1]}}"#), ("null", nil), (#""""#, nil), ("[]", nil),
      ("1", nil), ("true", nil), (#""[]""#, nil), (#""{} {}""#, nil), (#""{},{}""#, nil),
      (#""{}]""#, nil), (#""{\"a\"""#, nil), (#""a=b""#, nil), (#""null""#, nil), (#"" ""#, nil),
      (#""\"{}\"""#, nil), (#""{}],[{}""#, nil),
    ] as [(String, String?)])
  func extras(value: String, expected: String?) throws {
    #expect(try read("{\"e\":\(value)}", .extras) == expected)
  }

  @Test("an extra in an object, or in a string that contains one")
  func extra() throws {
    let object = #"{"s":"t\n","n":1.50,"b":true,"f":false,"z":null,"e":"","o":{"a": 1},"l":[1, 2]}"#
    let text = appendQuoted(object)
    for json in ["{\"e\":\(object)}", "{\"e\":\(text)}"] {
      try CardProbe.read(json, options: .init(shape: .wire)) { card in
        func value(_ key: StaticString) -> String? {
          let value = card.extra(ByteView(key))
          return value.isAbsent ? nil : value.string
        }
        #expect(value("s") == "t\n")
        #expect(value("n") == "1.50")
        #expect(value("b") == "true")
        #expect(value("f") == "false")
        #expect(value("z") == nil)
        #expect(value("e") == nil)
        #expect(value("o") == #"{"a":1}"#)
        #expect(value("l") == "[1,2]")
        #expect(value("x") == nil)
        #expect(value("S") == nil)
      }
    }
  }

  private func appendQuoted(_ text: String) -> String {
    var buffer = ByteBuffer()
    JSONText.appendQuoted(text, to: &buffer)
    return buffer.view.text
  }

  @Test("all extras in order")
  func forEachExtra() throws {
    try CardProbe.read(#"{"tp":"","e":{"a\n":"1","b":2,"b":null,"c":[ ],"d":true}}"#) { card in
      var found: [String] = []
      card.forEachExtra { key, value in
        found.append("\(key.string)=\(value.isAbsent ? "absent" : value.string)")
      }
      #expect(found == ["a\n=1", "b=2", "b=absent", "c=[]", "d=true"])
    }
  }

  @Test(
    "the class type is text of the extras",
    arguments: [
      (#"{"class_type":"Coupon_Code"}"#, "Coupon_Code"), (#"{"class_type":" x "}"#, " x "),
      (#"{"class_type":12}"#, "12"), (#"{"class_type":true}"#, "true"),
      (#"{"class_type":""}"#, nil),
      (#"{"class_type":null}"#, nil), (#"{"class_type":{}}"#, nil), (#"{"Class_Type":"x"}"#, nil),
      (#"{"class\u005ftype":"x"}"#, "x"), ("{}", nil),
    ] as [(String, String?)])
  func classType(extras: String, expected: String?) throws {
    #expect(try read("{\"e\":\(extras)}", .classType) == expected)
    #expect(try read("{\"class_type\":\"top\",\"e\":\(extras)}", .classType) == expected)
    // cardctl's own shape has a separate key, in case the extras do not contain the class type.
    let own = try CardSnapshot.read(
      "{\"class_type\":\"top\",\"extras\":\(extras)}", .init(shape: .card))
    #expect(own[.classType] == expected ?? "top")
  }

  @Test("the type key is configurable")
  func typeKey() throws {
    let options = CardDecoder.Options(typeKey: "feed_type")
    let json = #"{"tp":"","e":{"class_type":"a","feed_type":"b"}}"#
    #expect(try CardSnapshot.read(json, options)[.classType] == "b")
    #expect(try CardSnapshot.read(json)[.classType] == "a")
    #expect(try CardSnapshot.read(#"{"tp":"","e":{"class_type":"a"}}"#, options)[.classType] == nil)
  }
}
