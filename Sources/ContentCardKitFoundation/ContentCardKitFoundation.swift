public import ContentCardKit
public import Foundation

// The only module of the package that imports Foundation: files, dates, URLs and error messages.

// Files.
extension ContentCardFeed {
  /// The cards of a file.
  ///
  /// - Throws: the error of reading the file; errors in its content are in
  ///   ``ContentCardFeed/failures``.
  public init(contentsOf url: URL) throws { self.init(try Data(contentsOf: url)) }

  /// Writes the cards as JSON, in one step, so that a crash leaves the old file.
  ///
  /// - Throws: the error of writing the file.
  public func write(to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    try encoder.encode(self).write(to: url, options: .atomic)
  }
}

extension Registry {
  /// The classes of a registry file.
  ///
  /// - Throws: the error of reading the file, or a ``RegistryError``.
  public init(contentsOf url: URL) throws { try self.init(parsing: Data(contentsOf: url)) }
}

extension ContentCardFactory {
  /// The objects of a file, and what happened to the rest; the file is read in chunks.
  ///
  /// - Parameter classTypes: the requested class types; nil for all.
  /// - Throws: the error of reading the file.
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
  /// Whether users see the card.
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
  /// The cards that users see, in the order in which a device shows them.
  public func shown(at date: Date = Date()) -> [ContentCard] {
    shown(at: date.timeIntervalSince1970)
  }
}

extension Date: PropertyValue {
  /// A number: epoch seconds.
  public static var propertyType: PropertyType { .number }
  /// The time in epoch seconds.
  public init?(propertyValue: ContentCardValue) {
    guard let seconds = Double(propertyValue: propertyValue), seconds.isFinite else { return nil }
    self.init(timeIntervalSince1970: seconds)
  }
  /// Epoch seconds.
  public var propertyValue: ContentCardValue { timeIntervalSince1970.propertyValue }
}

// URLs.
extension ContentCard {
  /// The image URL; nil if absent or invalid.
  public var imageURL: URL? { image.flatMap(URL.init(string:)) }
  /// The URL that a click opens; nil if absent or invalid.
  public var clickURL: URL? { url.flatMap(URL.init(string:)) }
}

extension URL: PropertyValue {
  /// A URL.
  public static var propertyType: PropertyType { .url }
  /// The URL of a text; nil if it is not a URL.
  public init?(propertyValue: ContentCardValue) {
    guard let text = propertyValue.text else { return nil }
    self.init(string: text)
  }
  /// The text of the URL.
  public var propertyValue: ContentCardValue { .text(absoluteString) }
}

// Errors.
extension ConversionFailure: LocalizedError {
  /// The failure in words.
  public var errorDescription: String? { description }
}

extension ContentCardFailure: LocalizedError {
  /// The location and the reason.
  public var errorDescription: String? { description }
}

extension RegistryError: LocalizedError {
  /// The errors in words, one per line.
  public var errorDescription: String? { description }
}
