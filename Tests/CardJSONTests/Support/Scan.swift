import CardJSON

/// Scans the bytes of one text with its own buffer and scanner.
///
/// The buffer is exactly as large as the text, so a memory checker sees every read after the padding.
func scan(_ bytes: [UInt8], from start: Int = 0, isFinal: Bool = true) -> JSONScanner.Outcome {
  var buffer = ByteBuffer(bytes)
  var scanner = JSONScanner()
  return scanner.scan(buffer.sealed(), from: start, isFinal: isFinal)
}

/// Scans `text`.
func scan(_ text: String, isFinal: Bool = true) -> JSONScanner.Outcome {
  scan(Array(text.utf8), isFinal: isFinal)
}

/// Whether `bytes` are one JSON value, with optional whitespace around it.
func isValidJSON(_ bytes: [UInt8]) -> Bool {
  guard case .value(let end) = scan(bytes) else { return false }
  return bytes[end...].allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
}

/// Calls `body` with the values of `text`, which is JSON.
func withDocument<Result>(
  _ text: [UInt8], _ body: (JSONDocument) throws -> Result
) throws -> Result {
  var buffer = ByteBuffer(text)
  var scanner = JSONScanner()
  let bytes = buffer.sealed()
  if case .invalid(let error) = scanner.scan(bytes) { throw error }
  return try body(scanner.document)
}

/// Calls `body` with the values of `text`, which is JSON.
func withDocument<Result>(
  _ text: String, _ body: (JSONDocument) throws -> Result
) throws -> Result {
  try withDocument(Array(text.utf8), body)
}

/// The bytes that `body` appends to an empty buffer.
func appended(_ body: (inout ByteBuffer) -> Void) -> [UInt8] {
  var buffer = ByteBuffer()
  body(&buffer)
  return buffer.view.array
}

/// The text that `body` appends to an empty buffer.
func appendedText(_ body: (inout ByteBuffer) -> Void) -> String {
  String(decoding: appended(body), as: UTF8.self)
}
