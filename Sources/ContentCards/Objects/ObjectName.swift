/// An object that `cardctl convert` makes, by the name that it prints.
protocol NamedObject {
  /// The name.
  static var objectName: String { get }
}

/// The name of an object in JSON: of what has another one, no such object is read.
struct ObjectName<Object: NamedObject>: Hashable, Sendable, Codable {
  init() {}

  /// Reads the name.
  ///
  /// - Throws: what the decoder throws, also for another name.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard name == Object.objectName else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected \"\(Object.objectName)\", found \"\(name)\"")
    }
  }

  /// Writes the name.
  ///
  /// - Throws: what the encoder throws.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Object.objectName)
  }
}
