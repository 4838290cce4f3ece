/// The name of an object in JSON, which is that of its type: of what has another one, no such
/// object is read.
struct ObjectName<Object>: Hashable, Sendable, Codable {
  /// The name.
  var text: String { "\(Object.self)" }

  init() {}

  /// Reads the name.
  ///
  /// - Throws: what the decoder throws, also for another name.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let found = try container.decode(String.self)
    guard found == text else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected \"\(text)\", found \"\(found)\"")
    }
  }

  /// Writes the name.
  ///
  /// - Throws: what the encoder throws.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
