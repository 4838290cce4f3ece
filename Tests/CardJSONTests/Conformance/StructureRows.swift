import CardJSON

/// The rules of whitespace, words, objects, arrays and depth.
extension ConformanceTests {
  static let structure: [ConformanceRow] = [
    // Any value may be the whole text.
    .yes("{}"), .yes("[]"), .yes("\"text\""), .yes("\"\""), .yes("42"), .yes("-1"), .yes("0"),
    .yes("true"), .yes("false"), .yes("null"), .yes("1.5e3"),
    // Four bytes are whitespace, wherever a token ends.
    .yes(" 1 "), .yes("\t1\t"), .yes("\n1\n"), .yes("\r1\r"), .yes("\r\n1\r\n"), .yes("  \t\n\r 1"),
    .yes(" [ 1 , 2 ] "), .yes("\n{\n\"a\"\n:\n1\n,\n\"b\"\n:\n2\n}\n"), .yes("[\r]"), .yes("{\t}"),
    .yes("\"a\"\n\n"), .yes("null\t"), .yes("[ ]\n"),
    // Text without a value.
    .short(""), .short(" "), .short("\n"), .short("\t\r\n  "), .no("‹00›", .expectedValue, 0),
    // Characters that look like whitespace.
    .no("\u{0B}1", .expectedValue, 0), .no("\u{0C}1", .expectedValue, 0),
    .no("1\u{0C}", .unexpectedText, 1), .no("[\u{0B}]", .expectedValue, 1),
    .no("[1\u{0C}]", .expectedCommaOrBracket, 2), .no("{\u{0C}}", .expectedKey, 1),
    .no("‹85›1", .expectedValue, 0), .no("[\u{85}1]", .expectedValue, 1),
    .no("[\u{A0}1]", .expectedValue, 1), .no("[1\u{A0}]", .expectedCommaOrBracket, 2),
    .no("[\u{2003}1]", .expectedValue, 1), .no("\u{2028}1", .expectedValue, 0),
    .no("[1,\u{2029}2]", .expectedValue, 3), .no("[\u{200B}]", .expectedValue, 1),
    .no("[\u{2060}]", .expectedValue, 1), .no("[\u{3000}]", .expectedValue, 1),
    .no("{\u{FEFF}}", .expectedKey, 1), .no("[1\u{FEFF}]", .expectedCommaOrBracket, 2),
    .no("1\u{FEFF}", .unexpectedText, 1), .no("[‹1E›1]", .expectedValue, 1),
    .no("‹1A›", .expectedValue, 0), .no("[1]‹1A›", .unexpectedText, 3),
    // More than one value.
    .no("1 2", .unexpectedText, 2), .no("[]{}", .unexpectedText, 2), .no("{}}", .unexpectedText, 2),
    .no("[1]]", .unexpectedText, 3), .no("[],", .unexpectedText, 2),
    .no("{},{}", .unexpectedText, 2),
    .no("1,", .unexpectedText, 1), .no("\"a\" \"b\"", .unexpectedText, 4),
    .no("\"a\"b", .unexpectedText, 3), .no("[1]x", .unexpectedText, 3),
    .no("{}#", .unexpectedText, 2),
    .no("true false", .unexpectedText, 5), .no("truefalse", .unexpectedText, 4),
    .no("null:", .unexpectedText, 4), .no("[]‹00›", .unexpectedText, 2),
    .no("1‹00›", .unexpectedText, 1), .no("{} // end", .unexpectedText, 3),
    .no("{}/* */", .unexpectedText, 2), .no("[1];", .unexpectedText, 3),
    .no("{\"a\":1}\"", .unexpectedText, 7), .no("[1]‹FF›", .unexpectedText, 3),
    // Comments, and the syntax of other notations.
    .no("// c\n1", .expectedValue, 0), .no("/**/1", .expectedValue, 0),
    .no("[/**/]", .expectedValue, 1), .no("[1/**/]", .expectedCommaOrBracket, 2),
    .no("{/**/}", .expectedKey, 1), .no("{\"a\"/**/:1}", .expectedColon, 4),
    .no("{\"a\":/**/1}", .expectedValue, 5), .no("{\"a\":1/**/}", .expectedCommaOrBrace, 6),
    .no("[1,#\n2]", .expectedValue, 3), .no("<1>", .expectedValue, 0),
    .no("(1)", .expectedValue, 0),
    .no("*", .expectedValue, 0), .no("&", .expectedValue, 0), .no("%", .expectedValue, 0),
    .no("$", .expectedValue, 0), .no("\\", .expectedValue, 0), .no("`a`", .expectedValue, 0),
    .no("---\n- 1", .expectedDigit, 1), .no("a=1", .expectedValue, 0),
    .no("[<1>]", .expectedValue, 1),
    .no("[\\u0031]", .expectedValue, 1), .no("[\\n]", .expectedValue, 1),
    .no("\\u007B\\u007D", .expectedValue, 0), .no("é", .expectedValue, 0),
    .no("٣", .expectedValue, 0), .no("😀", .expectedValue, 0), .no("\u{7F}", .expectedValue, 0),
    .no(")]}',\n{}", .expectedValue, 0), .no("=1", .expectedValue, 0), .no("@", .expectedValue, 0),
  ]

  static let literals: [ConformanceRow] = [
    .yes("[true,false,null]"), .yes("[ true , false , null ]"), .yes("{\"true\":true}"),
    .short("tru"), .short("t"), .short("f"),
    .short("n"), .short("fals"), .short("nul"),
    .no("[tr]", .invalidLiteral, 1), .no("[fal]", .invalidLiteral, 1),
    .no("[nu]", .invalidLiteral, 1),
    .no("[tru‹00›]", .invalidLiteral, 1), .no("[t‹FF›ue]", .invalidLiteral, 1),
    .no("[trUe]", .invalidLiteral, 1), .no("[falsE]", .invalidLiteral, 1),
    .no("[nuLL]", .invalidLiteral, 1), .no("[nil]", .invalidLiteral, 1),
    .no("TRUE", .expectedValue, 0), .no("False", .expectedValue, 0), .no("NULL", .expectedValue, 0),
    .no("None", .expectedValue, 0), .no("yes", .expectedValue, 0), .no("on", .expectedValue, 0),
    .no("undefined", .expectedValue, 0), .no("void", .expectedValue, 0),
    .no("a", .expectedValue, 0),
    .no("truee", .unexpectedText, 4), .no("false0", .unexpectedText, 5),
    .no("nulll", .unexpectedText, 4),
    .no("true.", .unexpectedText, 4), .no("[true\"\"]", .expectedCommaOrBracket, 5),
    .no("[nullnull]", .expectedCommaOrBracket, 5), .no("[true‹80›]", .expectedCommaOrBracket, 5),
    .no("ｔrue", .expectedValue, 0), .no("-true", .expectedDigit, 1), .no("[!0]", .expectedValue, 1),
  ]

  static let objects: [ConformanceRow] = [
    .yes("{}"), .yes("{ }"), .yes(#"{"a":1}"#), .yes(#"{"":0}"#), .yes(#"{"":{"":{}}}"#),
    .yes(#"{"a":1,"b":2,"c":3}"#), .yes(#"{"a":1,"a":1}"#), .yes(#"{"a":1,"a":2}"#),
    .yes(#"{"a":1,"\u0061":2}"#), .yes(#"{"\"":1}"#), .yes(#"{"\\":1}"#), .yes(#"{"\u0000":1}"#),
    .yes(#"{"\ud800":1}"#), .yes(#"{"é":"日","😀":[]}"#), .yes(#"{"a b":1," ":2}"#),
    .yes("{\"\u{7F}\":1}"),
    .yes(#"{"a":[{"b":[{"c":{}}]}]}"#), .yes(#"{"x":{},"y":[],"z":""}"#), .yes(#"{"a":null}"#),
    .yes(#"{"__proto__":1,"constructor":2}"#), .yes(#"{"1":1,"-":2,"{":3,"}":4,":":5,",":6}"#),
    // Keys are strings.
    .no("{a:1}", .expectedKey, 1), .no("{'a':1}", .expectedKey, 1), .no("{1:1}", .expectedKey, 1),
    .no("{null:1}", .expectedKey, 1), .no("{true:1}", .expectedKey, 1),
    .no("{-1:1}", .expectedKey, 1),
    .no("{[]:1}", .expectedKey, 1), .no("{{}:1}", .liquid, 1), .no("{:1}", .expectedKey, 1),
    .no("{\\\"a\":1}", .expectedKey, 1), .no("{é:1}", .expectedKey, 1),
    .no("{‹FF›:1}", .expectedKey, 1),
    .no("{“a”:1}", .expectedKey, 1), .no("{\"a\":1,b:2}", .expectedKey, 7),
    .no("{\"a\":1,2:2}", .expectedKey, 7), .no("{\"a\":1,null}", .expectedKey, 7),
    .no("{...{}}", .expectedKey, 1), .no("{\"‹E9›\":1}", .invalidUTF8, 2),
    // One colon after each key.
    .no(#"{"a"}"#, .expectedColon, 4), .no(#"{"a",1}"#, .expectedColon, 4),
    .no(#"{"a" "b"}"#, .expectedColon, 5), .no(#"{"a" 1}"#, .expectedColon, 5),
    .no(#"{"a"=1}"#, .expectedColon, 4), .no(#"{"a"=>1}"#, .expectedColon, 4),
    .no(#"{"a":1,"b"}"#, .expectedColon, 10), .no("{\"a\"：1}", .expectedColon, 4),
    .no(#"{"a"::1}"#, .expectedValue, 5), .no(#"{"a":}"#, .expectedValue, 5),
    .no(#"{"a":,}"#, .expectedValue, 5), .no(#"{"a":,"b":1}"#, .expectedValue, 5),
    .no(#"{"a":x}"#, .expectedValue, 5), .no(#"{"a":]}"#, .expectedValue, 5),
    .no(#"{"a":1:2}"#, .expectedCommaOrBrace, 6), .no(#"{"a":"b":"c"}"#, .expectedCommaOrBrace, 8),
    // One comma between members.
    .no(#"{"a":1 "b":2}"#, .expectedCommaOrBrace, 7),
    .no(#"{"a":1"b":2}"#, .expectedCommaOrBrace, 6),
    .no(#"{"a":1;"b":2}"#, .expectedCommaOrBrace, 6),
    .no(#"{"a":"b" "c"}"#, .expectedCommaOrBrace, 9),
    .no(#"{"a":1,}"#, .trailingComma, 7), .no("{\"a\":1,\n}", .trailingComma, 8),
    .no("{\"a\":1,‹09›}", .trailingComma, 8),
    .no(#"{"a":1,,}"#, .expectedKey, 7), .no(#"{"a":1,,"b":2}"#, .expectedKey, 7),
    .no("{,}", .expectedKey, 1), .no(#"{,"a":1}"#, .expectedKey, 1),
    .no(#"{"a":{"b":1,}}"#, .trailingComma, 12),
    // The matching bracket.
    .no(#"{"a":1]"#, .expectedCommaOrBrace, 6), .no("{]", .expectedKey, 1),
    .no("{[}]", .expectedKey, 1),
    .no(#"{"a":1)"#, .expectedCommaOrBrace, 6), .no("}", .expectedValue, 0),
    .no("}{", .expectedValue, 0),
    .no(#"{"a":{}]}"#, .expectedCommaOrBrace, 7), .no(#"{"a":[}"#, .expectedValue, 6),
    .short("{"), .short("{ "), .short(#"{""#), .short(#"{"a"#), .short(#"{"a""#), .short(#"{"a" "#),
    .short(#"{"a":"#), .short(#"{"a": "#), .short(#"{"a":1"#), .short(#"{"a":1,"#),
    .short(#"{"a":1,""#),
    .short(#"{"a":{}"#), .short(#"{"a":[]"#), .short(#"{"a":{"b":1}"#), .short(#"{"a":""#),
    .short(#"{"a":"b"#), .short(#"{"a\"#), .short(#"{"a":"b\"#),
  ]

  static let arrays: [ConformanceRow] = [
    .yes("[]"), .yes("[ ]"), .yes("[1]"), .yes("[1,2]"), .yes("[[],[[]]]"), .yes("[\"\"]"),
    .yes("[null,1,\"1\",{}]"), .yes("[1,null,null,null,2]"), .yes("[[[[[[[[]]]]]]]]"),
    .yes("[{},{}]"),
    .yes("[1\n,\n2]"), .yes("[\"a\",\"a\"]"), .yes("[[1],[2],[3]]"), .yes("[1,\n1\n,1]"),
    .no("[,]", .expectedValue, 1), .no("[,1]", .expectedValue, 1), .no("[1,,2]", .expectedValue, 3),
    .no("[1,,]", .expectedValue, 3), .no("[,,]", .expectedValue, 1), .no("[1,]", .trailingComma, 3),
    .no("[1 , ]", .trailingComma, 5), .no("[\"\",]", .trailingComma, 4),
    .no("[[],]", .trailingComma, 4),
    .no("[{},]", .trailingComma, 4), .no("[[1,],2]", .trailingComma, 4),
    .no("[1 2]", .expectedCommaOrBracket, 3), .no("[1\n2]", .expectedCommaOrBracket, 3),
    .no("[\"a\" \"b\"]", .expectedCommaOrBracket, 5),
    .no("[\"a\"\"b\"]", .expectedCommaOrBracket, 4),
    .no("[[][]]", .expectedCommaOrBracket, 3), .no("[{}{}]", .expectedCommaOrBracket, 3),
    .no("[3[4]]", .expectedCommaOrBracket, 2), .no("[1;2]", .expectedCommaOrBracket, 2),
    .short("[\"a\",\n4\n,1,"), .no("[\"\": 1]", .expectedCommaOrBracket, 3),
    .no("[a:1]", .expectedValue, 1), .no("[1:2]", .expectedCommaOrBracket, 2),
    .no("[1…3]", .expectedCommaOrBracket, 2), .no("[...]", .expectedValue, 1),
    .no("[x]", .expectedValue, 1),
    .no("[}", .expectedValue, 1), .no("[1}", .expectedCommaOrBracket, 2),
    .no("[1)", .expectedCommaOrBracket, 2),
    .no("]", .expectedValue, 0), .no("][", .expectedValue, 0), .no("[{]}", .expectedKey, 2),
    .no("[1}]", .expectedCommaOrBracket, 2), .no("[[1}]]", .expectedCommaOrBracket, 3),
    .no("[‹FF›]", .expectedValue, 1), .no("[‹80›]", .expectedValue, 1),
    .no("[1‹E5›]", .expectedCommaOrBracket, 2),
    .no("[1,‹00›2]", .expectedValue, 3), .no("[‹00›]", .expectedValue, 1),
    .short("["), .short("[ "), .short("[1"), .short("[1,"), .short("[1, "), .short("[\""),
    .short("[\"a"),
    .short("[\"a\""), .short("[[]"), .short("[[],"), .short("[{}"), .short("[{"),
    .short("[{\"\":[{\"\":\n"),
    .short("[1,\n1\n,1"), .short("[{\"a\":[true]}"), .short("[0"), .short("[-0.5"),
  ]

  static let depths: [ConformanceRow] = [
    .yes(nested("[", 512, "]")), .yes(nested(#"{"a":"#, 512, "}", inside: "0")),
    .yes(nested(#"[{"a":"#, 256, "}]", inside: "null")), .yes(nested("[ ", 512, "\n]")),
    .yes("[" + nested("[", 511, "]") + "," + nested("[", 511, "]") + "]"),
    .no(nested("[", 513, "]"), .tooDeep, 512),
    .no(nested("{\"\":", 513, "}", inside: "1"), .tooDeep, 2048),
    .no(nested("[", 512, "]", inside: "{}"), .tooDeep, 512),
    .no(nested("[", 1000, ""), .tooDeep, 512),
    .no(nested("[{\"\":", 600, ""), .tooDeep, 1280), .no(nested(" [", 600, ""), .tooDeep, 1025),
    .short(nested("[", 512, "")), .short(nested("[", 512, "]").dropLast().description),
    .no(nested("[", 512, "]") + "]", .unexpectedText, 1024),
  ]

  private static func nested(
    _ open: String, _ count: Int, _ close: String, inside: String = ""
  ) -> String {
    String(repeating: open, count: count) + inside + String(repeating: close, count: count)
  }
}
