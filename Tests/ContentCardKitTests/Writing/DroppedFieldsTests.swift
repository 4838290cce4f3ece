import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// The fields that a shape cannot carry.
struct DroppedFieldsTests {
  private func dropped(_ json: String, _ shape: Shape, _ times: CardTimeFormat = .seconds) throws
    -> [CardField]
  {
    try CardProbe.read(json, options: .init(shape: .card)) { card in
      ShapeWriter(shape, times: times).droppedFields(of: card).fields
    }
  }

  @Test(
    "a card with every field",
    arguments: [
      (.card, []), (.wire, []), (.webStorage, []),
      (.reactNative, [.imageAlt, .language, .removed, .test]),
      (.cordova, [.imageAlt, .language, .removed]), (.abk, [.imageAlt, .language, .removed]),
      (.web, [.opensURLInWebView, .removed]), (.capacitor, [.removed, .test]),
      (
        .metadata,
        [
          .type, .imageAspectRatio, .imageAlt, .opensURLInWebView, .linkText, .language,
          .dismissed, .removed,
        ]
      ),
      (
        .rest,
        [
          .id, .imageAspectRatio, .imageAlt, .language, .created, .viewed, .clicked, .dismissible,
          .dismissed, .removed, .test,
        ]
      ),
    ] as [(Shape, [CardField])])
  func full(shape: Shape, expected: [CardField]) throws {
    let card = ShapeWriterTests.full.replacing("false", with: "true")
    #expect(try dropped(card, shape) == expected)
  }

  @Test("does not report absent fields as dropped", arguments: Shape.allCases)
  func empty(shape: Shape) throws {
    #expect(try dropped(#"{"viewed":false}"#, shape) == [])
    let empty = #"{"removed":false,"test":0,"language":"","id":null,"title":"t"}"#
    #expect(try dropped(empty, shape) == [])
  }

  @Test("the type is dropped if it would be read as another")
  func type() throws {
    #expect(try dropped(#"{"type":"classic","image":"i","title":"t"}"#, .reactNative) == [.type])
    #expect(try dropped(#"{"type":"classic_image","image":"i","title":"t"}"#, .reactNative) == [])
    #expect(try dropped(#"{"type":"classic_image","title":"t"}"#, .wire) == [.type])
    #expect(try dropped(#"{"type":"control","title":"t"}"#, .web) == [])
    #expect(try dropped(#"{"type":"control","title":"t"}"#, .abk) == [])
    #expect(try dropped(#"{"type":"control","title":"t"}"#, .cordova) == [])
    #expect(try dropped(#"{"type":"control","title":"t"}"#, .rest) == [.type])
    #expect(try dropped(#"{"type":"image_only","image":"i"}"#, .web) == [])
    #expect(try dropped(#"{"type":"image_only","image":"i","title":"t"}"#, .web) == [.type])
  }

  @Test("a time outside the calendar is dropped in shapes with dates")
  func time() throws {
    let card = #"{"created":999999999999999}"#
    #expect(try dropped(card, .wire) == [])
    #expect(try dropped(card, .card) == [])
    #expect(try dropped(card, .card, .init(.date)) == [.created])
    #expect(try dropped(card, .web) == [.created])
    #expect(try dropped(card, .capacitor) == [.created])
    #expect(try dropped(#"{"expires_at":999999999999999,"title":"t"}"#, .rest) == [.expiresAt])
  }

  @Test("a time finer than a date can represent is reported as changed")
  func fineTime() throws {
    for seconds in ["1763562963.123456", "1763562963.0001", "17635629631234567e-7"] {
      let card = #"{"created":\#(seconds)}"#
      #expect(try dropped(card, .wire) == [])
      #expect(try dropped(card, .card) == [])
      #expect(try dropped(card, .card, .init(.date)) == [.created])
      #expect(try dropped(card, .web) == [.created])
      #expect(try dropped(card, .capacitor) == [.created])
    }
    for seconds in ["1763562963", "1763562963.120000", "1763562963.123", "1.763562963e9"] {
      #expect(try dropped(#"{"created":\#(seconds)}"#, .web) == [])
    }
  }

  @Test("a set lists its fields in output order")
  func order() {
    let fields: CardFields = [CardFields(.extras), CardFields(.id), CardFields(.created)]
    #expect(fields.fields == [.id, .created, .extras])
    #expect(CardFields().fields == [])
  }
}
