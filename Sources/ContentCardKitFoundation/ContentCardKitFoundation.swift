public import ContentCardKit
public import Foundation

// The only module of the package that imports Foundation, for files, dates, URLs and error
// messages.

// Files.
extension ContentCardFeed {
  /// Reads the cards of a file.
  ///
  /// - Throws: an error if the file cannot be read. Errors in its content are in
  ///   ``ContentCardFeed/failures``.
  public init(contentsOf url: URL) throws { self.init(try Data(contentsOf: url)) }

  /// Writes the cards as JSON, atomically.
  ///
  /// - Throws: an error if the file cannot be written.
  public func write(to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    try encoder.encode(self).write(to: url, options: .atomic)
  }
}

extension Registry {
  /// Reads the classes of a registry file.
  ///
  /// - Throws: an error if the file cannot be read, or a ``RegistryError``.
  public init(contentsOf url: URL) throws { try self.init(parsing: Data(contentsOf: url)) }
}

extension ContentCardFactory {
  /// Converts the cards of a file, which is mapped into memory if possible.
  ///
  /// - Parameter classTypes: the requested class types; nil for all.
  /// - Throws: an error if the file cannot be read.
  public func convert(
    contentsOf url: URL, for classTypes: [ContentCardClassType]? = nil
  ) throws -> Conversion {
    convert(try Data(contentsOf: url, options: .mappedIfSafe), for: classTypes)
  }
}

// Dates.
extension ContentCard {
  /// The creation time.
  public var creationDate: Date? { created.map(Date.init(timeIntervalSince1970:)) }
  /// The expiry time; nil if the card never expires.
  public var expirationDate: Date? { expiresAt.map(Date.init(timeIntervalSince1970:)) }
  /// Whether the card has expired.
  public func isExpired(at date: Date) -> Bool { isExpired(at: date.timeIntervalSince1970) }
  /// Whether the card is visible to users.
  public func isShown(at date: Date) -> Bool { isShown(at: date.timeIntervalSince1970) }
}

extension ContentCardData {
  /// The creation time.
  public var creationDate: Date { Date(timeIntervalSince1970: createdAt) }
  /// The expiry time; nil if the card never expires.
  public var expirationDate: Date? { expiresAt.map(Date.init(timeIntervalSince1970:)) }
  /// Whether the card has expired.
  public func isExpired(at date: Date) -> Bool { isExpired(at: date.timeIntervalSince1970) }
}

extension ContentCardFeed {
  /// The cards that are visible to users, in display order.
  public func shown(at date: Date = Date()) -> [ContentCard] {
    shown(at: date.timeIntervalSince1970)
  }
}

extension Date: PropertyValue {
  /// The property type of a date: a number.
  public static var propertyType: PropertyType { .number }
  /// Creates a date from a number of epoch seconds.
  public init?(propertyValue: ContentCardValue) {
    guard let seconds = Double(propertyValue: propertyValue), seconds.isFinite else { return nil }
    self.init(timeIntervalSince1970: seconds)
  }
  /// The number of epoch seconds.
  public var propertyValue: ContentCardValue { timeIntervalSince1970.propertyValue }
}

// URLs.
extension ContentCard {
  /// The image URL; nil if absent or invalid.
  public var imageURL: URL? { image.flatMap(URL.init(text:)) }
  /// The URL that a click opens; nil if absent or invalid.
  public var clickURL: URL? { url.flatMap(URL.init(text:)) }
}

extension URL: PropertyValue {
  /// The property type of a URL.
  public static var propertyType: PropertyType { .url }
  /// Creates a URL from text, percent-encoding what a URL cannot have; fails if the result is not a URL.
  public init?(propertyValue: ContentCardValue) {
    guard let text = propertyValue.text else { return nil }
    self.init(text: text)
  }
  /// The text of the URL.
  public var propertyValue: ContentCardValue { .text(absoluteString) }
}

extension URL {
  /// Creates a URL from the text of a card, which may have characters that a URL cannot have.
  ///
  /// They are percent-encoded, as `URL(string:)` does, but only since iOS 17 and macOS 14.
  fileprivate init?(text: String) {
    var allowed = CharacterSet.urlQueryAllowed
    allowed.insert(charactersIn: "#%[]")
    let encoded = text.addingPercentEncoding(withAllowedCharacters: allowed)
    guard let url = URL(string: text) ?? encoded.flatMap(URL.init(string:)) else { return nil }
    self = url
  }
}

// Errors.
extension ConversionFailure: LocalizedError {
  /// The description of the failure.
  public var errorDescription: String? { description }
}

extension ContentCardFailure: LocalizedError {
  /// The location and the reason.
  public var errorDescription: String? { description }
}

extension RegistryError: LocalizedError {
  /// The descriptions of the errors, one per line.
  public var errorDescription: String? { description }
}
