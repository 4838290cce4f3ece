import CardJSON
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// Cards as rows of a table.
struct ShapeRowWriterTests {
  private func row(
    _ json: String, _ shape: Shape, _ columns: [String],
    table: DelimitedText = DelimitedText(.csv), times: CardTimeFormat = .seconds
  ) throws -> String {
    let writer = try ShapeWriter(
      shape, columns: columns, in: table, times: times, now: CardProbe.now)
    return try CardProbe.read(json) { card in
      var scratch = ByteBuffer()
      var output = ByteBuffer()
      writer.append(card, using: &scratch, to: &output)
      return output.view.text
    }
  }

  @Test("the default columns are the shape's keys and the registry's extras")
  func defaultColumns() {
    #expect(
      ShapeWriter.defaultColumns(of: .card, extrasKeys: ["class_type", "a.b"]) == [
        "id", "type", "class_type", "title", "description", "image", "image_aspect_ratio",
        "image_alt", "url", "open_url_in_webview", "link_text", "language", "created", "expires_at",
        "viewed", "clicked", "pinned", "dismissible", "dismissed", "removed", "test",
        "extras.class_type", "extras.a.b", "extras",
      ])
    #expect(
      ShapeWriter.defaultColumns(of: .metadata, extrasKeys: []) == [
        "idString", "created", "expiresAt", "dismissible", "pinned", "viewed", "clicked",
        "isTest", "isControl", "image", "title", "cardDescription", "urlString",
      ])
    #expect(
      ShapeWriter.defaultColumns(of: .rest, extrasKeys: ["x"]) == [
        "type", "title", "description", "pinned", "image_url", "expire_at", "ios_uri",
        "android_uri", "web_uri", "ios_use_webview", "android_use_webview", "uri_text", "extras.x",
      ])
    #expect(!ShapeWriter.defaultColumns(of: .wire, extrasKeys: []).contains("e"))
  }

  @Test("the extras column includes a class type from outside the extras")
  func classTypeBesideExtras() throws {
    let card = #"{"id":"a","class_type":"group","created":1,"extras":{"a":"b"}}"#
    let table = DelimitedText(.tsv)
    #expect(
      try row(card, .wire, ["id", "e"], table: table)
        == "a\t{\"a\":\"b\",\"class_type\":\"group\"}\n")
    #expect(
      try row(card, .wire, ["extras.class_type", "e"], table: table) == "group\t{\"a\":\"b\"}\n")
    #expect(
      try row(card, .card, ["class_type", "extras"], table: table) == "group\t{\"a\":\"b\"}\n")
    let blank = #"{"id":"a","class_type":"group","created":1,"extras":{"class_type":"","a":"b"}}"#
    #expect(
      try row(blank, .wire, ["e"], table: table) == "{\"a\":\"b\",\"class_type\":\"group\"}\n")
    let bare = #"{"id":"a","class_type":"group","created":1}"#
    #expect(try row(bare, .wire, ["e"], table: table) == "{\"class_type\":\"group\"}\n")
  }

  @Test("a card with every field as every shape's row")
  func full() throws {
    let rows: [(Shape, String)] = [
      (
        .card,
        "card-1,captioned_image,group,Té,D,https://example.com/i.png,1.50,A,app://u,true,L,en,"
          + "1701861950.0,1764000000.123,true,false,true,true,false,true,true,group,"
          + "\"{\"\"n\"\":1.0,\"\"n\"\":{\"\"a\"\":[1,2]}}\""
      ),
      (
        .wire,
        "card-1,captioned_image,true,false,true,true,false,true,true,1701861950.0,1764000000.123,"
          + "Té,D,https://example.com/i.png,1.50,app://u,true,L,en,A,group"
      ),
      (
        .webStorage,
        "card-1,captioned_image,true,false,true,true,false,true,true,2023-12-06T11:25:50.000Z,"
          + "2023-12-06T11:25:50.000Z,2025-11-24T16:00:00.123Z,Té,D,https://example.com/i.png,1.50,app://u,true,L,en,A,group"
      ),
      (
        .reactNative,
        "card-1,1701861950.0,1764000000.123,true,false,true,false,true,app://u,true,false,"
          + "Captioned,https://example.com/i.png,1.50,Té,D,L,group"
      ),
      (
        .capacitor,
        "card-1,true,true,captionedImage,1701861950000,1764000000123,false,false,true,"
          + "https://example.com/i.png,app://u,1.50,Té,D,L,en,A,true,group"
      ),
      (
        .rest,
        "CAPTIONED_IMAGE,Té,D,true,https://example.com/i.png,2025-11-24T16:00:00.123Z,app://u,"
          + "app://u,app://u,true,true,L,group"
      ),
    ]
    for (shape, expected) in rows {
      let columns = ShapeWriter.defaultColumns(of: shape, extrasKeys: ["class_type"])
      #expect(try row(ShapeWriterTests.full, shape, columns) == expected + "\n")
    }
  }

  @Test("absent values and null are empty cells, and a card that never expires is as in its shape")
  func absent() throws {
    let card = #"{"open_url_in_webview":false,"title":null,"extras":{"a":null}}"#
    let columns = [
      "title", "created", "expires_at", "extras", "class_type", "extras.a", "extras.b",
    ]
    #expect(try row(card, .card, columns) == ",,,,,,\n")
    #expect(try row(card, .card, ["title", "extras"]) == #","{""a"":null}""# + "\n")
    #expect(try row(#"{"tp":"control"}"#, .card, ["extras", "id"]) == ",\n")
    #expect(try row(#"{"tp":"control"}"#, .wire, ["ca", "ea", "e"]) == ",-1,{}\n")
    #expect(try row(#"{"tp":"control"}"#, .web, ["updated", "expiresAt", "extras"]) == ",,{}\n")
    #expect(try row(#"{"tp":"control"}"#, .capacitor, ["updated", "expiresAt"]) == ",\n")
    #expect(
      try row(#"{"tp":"control"}"#, .cordova, ["type", "isControl", "extras"]) == ",true,{}\n")
    #expect(try row(#"{"tp":"control"}"#, .abk, ["extras", "expiresAt"]) == ",-1\n")
  }

  @Test("extras of every kind")
  func extras() throws {
    let card = CardProbe.wire(
      extras: #""s":"a,b","n":1.50,"t":true,"o":{"a": "b,c"},"l":[1, 2],"e":"q\"\n""#)
    let columns = ["s", "n", "t", "o", "l", "e", "x"].map { "extras.\($0)" }
    #expect(
      try row(card, .card, columns)
        == "\"a,b\",1.50,true,\"{\"\"a\"\":\"\"b,c\"\"}\",\"[1,2]\",\"q\"\"\n\",\n")
    #expect(
      try row(card, .wire, columns, table: DelimitedText(.tsv))
        == "a,b\t1.50\ttrue\t{\"a\":\"b,c\"}\t[1,2]\tq\"\\n\t\n")
  }

  @Test("derived fields are columns of the canonical form")
  func derived() throws {
    let card = CardProbe.wire(#""ea":1700000000,"tt":"ab""#)
    let columns = ["shape", "expired", "payload_size", "campaign_id", "message_variation_id", "id"]
    #expect(try row(card, .card, columns) == "wire,true,2,,,card-1\n")
    let campaign = #"{"tp":"","id":"NjkxZjNhMTA0MjAxMzMwMDRiMzBmYzdj"}"#
    #expect(try row(campaign, .card, ["campaign_id"]) == "691f3a10420133004b30fc7c\n")
  }

  @Test("only cardctl's own form has a choice of time formats")
  func times() throws {
    let card = #"{"id":"a","ca":1701861950.5,"ea":999999999999999}"#
    let columns = ["created", "expires_at"]
    #expect(try row(card, .card, columns) == "1701861950.5,999999999999999\n")
    #expect(
      try row(card, .card, columns, times: .init(.date)) == "2023-12-06T11:25:50.500Z,\n")
    #expect(try row(card, .wire, ["ca"], times: .init(.date)) == "1701861950.5\n")
  }

  @Test("the header has the columns, in their order")
  func header() throws {
    let table = DelimitedText(.csv, hasCRLF: true)
    let writer = try ShapeWriter(
      .card, columns: ["title", "id", "extras.a,b", "id"], in: table, now: 0)
    var output = ByteBuffer()
    table.appendRow(writer.columns, to: &output)
    #expect(output.view.text == "title,id,\"extras.a,b\",id\r\n")
  }

  @Test("neutralizes formulas in every text column")
  func safe() throws {
    let card = CardProbe.wire(#""tt":"=1+1","ds":"-5","e":{"a":"@x","n":-5,"o":"+1"}"#)
    let columns = ["title", "description", "extras.a", "extras.n", "extras.o", "created"]
    #expect(
      try row(card, .card, columns, table: DelimitedText(.csv, isSafe: true))
        == "'=1+1,-5,'@x,-5,'+1,1700000000\n")
  }

  @Test(
    "a name that is not a column is refused",
    arguments: [
      (.card, ["id", "titel"], "titel"), (.card, [""], ""), (.card, ["extras."], "extras."),
      (.card, ["extras"], nil), (.card, ["expired"], nil), (.wire, ["expired"], "expired"),
      (.wire, ["title"], "title"), (.wire, ["tt", "extras.x", "e"], nil), (.web, ["type"], "type"),
      (.wire, ["extras"], "extras"), (.abk, ["dismissable"], "dismissable"), (.rest, ["id"], "id"),
      (.card, ["Title"], "Title"), (.card, [" id"], " id"),
    ] as [(Shape, [String], String?)])
  func unknown(shape: Shape, columns: [String], refused: String?) {
    do {
      _ = try ShapeWriter(shape, columns: columns, in: DelimitedText(.csv), now: 0)
      #expect(refused == nil)
    } catch {
      #expect(error.name == refused)
      #expect(error.description == "unknown column '\(refused ?? "")'")
      #expect(error.known == shape.columnNames)
    }
  }
}

extension ShapeRowWriterTests {
  @Test("suggests existing columns", arguments: Shape.allCases)
  func knownNames(shape: Shape) throws {
    let names = shape.columnNames
    #expect(names.count >= 8)
    _ = try ShapeWriter(shape, columns: names, in: DelimitedText(.csv), now: 0)
    let known = Set(names)
    for column in ShapeWriter.defaultColumns(of: shape, extrasKeys: []) {
      #expect(known.contains(column))
    }
  }
}
