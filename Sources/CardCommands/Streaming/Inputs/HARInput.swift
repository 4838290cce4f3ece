import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

/// A HAR file: each body that contains cards is read as a separate input, ordered by the time of
/// its entry.
///
/// The file is indexed first, and then read at the offsets of the bodies. Bodies with cards are recognized in the same way as files in
/// directories.
final class HARInput: CarrierInput {
  private let file: InputDescriptor
  private let takesRequests: Bool
  /// The bodies of events of cards are read too.
  private let readsEvents: Bool
  private var recognizer: FileRecognizer
  private var rest: ArraySlice<HARIndex.Body> = []
  private var missingBodies = 0

  /// The current body.
  private var reader: BodyReader?
  /// The beginning of the body, by which it was recognized.
  private var beginning = ByteBuffer()
  /// The user id in the request of the body's entry.
  private var user: String?
  /// The last request.
  private var request: HARIndex.Body?

  /// The problem of the file, reported as a part after all bodies.
  private var problem: (reason: ReadingProblem.Reason, place: CarrierPlace)?
  private var hasParts = false
  private var hasEnded = false

  private static let step = 1 << 17
  private static let maximumRequestSize = 1 << 16

  /// Indexes an open regular file, and begins a part.
  init(_ file: InputDescriptor, _ options: StreamOptions, takesRequests: Bool)
    throws(SystemFailure)
  {
    self.file = file
    (self.takesRequests, readsEvents) = (takesRequests, options.reading.readsEvents)
    recognizer = FileRecognizer(options.reading, takesRequests: takesRequests)
    var index = HARIndex()
    var block = ByteBuffer()
    var offset = 0
    while try file.read(at: offset, 2 * HARInput.step, into: &block) > 0 {
      index.take(block.sealed())
      offset += block.count
      block.removeAll()
    }
    (problem, missingBodies) = (index.problem, index.missingBodies)
    rest = index.ordered()[...]
    _ = try beginPart()
  }

  var part: Int {
    // The request and the response of an entry are separate parts.
    guard let body = reader?.body else { return 0 }
    return 2 * body.entry + (body.isRequest ? 1 : 2)
  }

  var unreadParts: Int { missingBodies }

  var note: String? {
    guard missingBodies > 0 else { return nil }
    let responses = counted(missingBodies, "JSON response")
    return "\(responses) without a saved body; export the HAR file with content"
  }

  func beginPart() throws(SystemFailure) -> Bool {
    while let next = rest.popFirst() {
      if next.isRequest { request = next }
      guard takesRequests || readsEvents || !next.isRequest, try isRecognized(next) else {
        continue
      }
      user = next.isRequest ? nil : try requestUser(next.entry)
      hasParts = true
      return true
    }
    reader = nil
    if !hasParts, problem == nil {
      let message = "no entry of this HAR file has a body with cards"
      problem = (.carrier(.format, message: message), CarrierPlace())
    }
    defer { hasEnded = true }
    return problem != nil && !hasEnded
  }

  /// Whether a body contains cards, or a request to check; makes it the current body.
  private func isRecognized(_ body: HARIndex.Body) throws(SystemFailure) -> Bool {
    recognizer.begin()
    var reader = BodyReader(body, in: file)
    beginning.removeAll()
    // Most bodies are recognized by their beginning.
    let isFinal = try reader.decode(into: &beginning, size: Carrier.beginningSize)
    var isWhole = true
    let content = try recognizer.content(&beginning, isFinal: isFinal) {
      bytes, isStart throws(SystemFailure) in
      isWhole = false
      if isStart { reader = BodyReader(body, in: file) }
      return try reader.decode(into: &bytes, size: max(HARInput.step, bytes.count))
    }
    if !isWhole {
      beginning.removeAll()
      reader = BodyReader(body, in: file)
    }
    self.reader = reader
    if case .unchecked = content { return takesRequests }
    return content == .checked
  }

  private func requestUser(_ entry: Int) throws(SystemFailure) -> String? {
    guard let request, request.entry == entry else { return nil }
    let reader = BodyReader(request, in: file)
    var text = ByteBuffer()
    _ = try reader.decode(into: &text, size: HARInput.maximumRequestSize)
    var scanner = JSONScanner()
    guard case .value = scanner.scan(text.sealed()) else { return nil }
    let root = scanner.document.root
    let user =
      root.member("user_id", .string)
      ?? root.member("respond_with", .object).flatMap { $0.member("user_id", .string) }
    return user?.string
  }

  func fill(_ task: BlockTask) throws(SystemFailure) -> InputReader.Ending {
    guard let body = reader?.body else {
      task.problem = problem?.reason
      if let place = problem?.place { task.map.append(place.piece(at: 0, isExact: false)) }
      return .input
    }
    task.bytes.append(beginning.view)
    beginning.removeAll()
    let isFinal = try reader?.decode(into: &task.bytes, size: HARInput.step) ?? true
    (task.requestTime, task.requestUser) = (body.time, user)
    task.map.append(body.place.piece(at: 0, isExact: false))
    return isFinal ? .input : .open
  }
}

/// Decodes a body of a HAR file in pieces.
private final class BodyReader {
  let body: HARIndex.Body
  private let file: InputDescriptor
  private var decoder: HARBody
  /// The file offset of the next byte.
  private var position: Int

  init(_ body: HARIndex.Body, in file: InputDescriptor) {
    (self.body, self.file, position) = (body, file, body.content.lowerBound)
    decoder = HARBody(isBase64: body.isBase64)
  }

  /// Appends the decoded form of the next `size` bytes of the body; returns true at its end.
  func decode(into bytes: inout ByteBuffer, size: Int) throws(SystemFailure) -> Bool {
    var raw = ByteBuffer()
    let wanted = min(size, body.content.upperBound - position)
    let count = wanted > 0 ? try file.read(at: position, wanted, into: &raw) : 0
    let isFinal = count == 0 || position + count >= body.content.upperBound
    position += decoder.decode(raw.sealed(), isFinal: isFinal, into: &bytes)
    return isFinal
  }
}
