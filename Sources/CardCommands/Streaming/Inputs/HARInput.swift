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

  /// The current body, its decoder, and the file offset of its next byte.
  private var body: HARIndex.Body?
  private var decoder = HARBody(isBase64: false)
  private var position = 0
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
    body.map { 2 * $0.entry + ($0.isRequest ? 1 : 2) } ?? 0
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
      begin(next)
      hasParts = true
      return true
    }
    body = nil
    if !hasParts, problem == nil {
      let message = "no entry of this HAR file has a body with cards"
      problem = (.carrier(.format, message: message), CarrierPlace())
    }
    defer { hasEnded = true }
    return problem != nil && !hasEnded
  }

  private func begin(_ body: HARIndex.Body) {
    self.body = body
    decoder = HARBody(isBase64: body.isBase64)
    position = body.content.lowerBound
  }

  /// Whether a body contains cards, or a request to check.
  private func isRecognized(_ candidate: HARIndex.Body) throws(SystemFailure) -> Bool {
    begin(candidate)
    recognizer.begin()
    var bytes = ByteBuffer()
    // Most bodies are recognized by their beginning.
    let isFinal = try decode(into: &bytes, size: Carrier.beginningSize)
    let content = try recognizer.content(&bytes, isFinal: isFinal) {
      bytes, isStart throws(SystemFailure) in
      if isStart { begin(candidate) }
      return try decode(into: &bytes, size: max(HARInput.step, bytes.count))
    }
    if case .unchecked = content { return takesRequests }
    return content == .checked
  }

  /// Appends the decoded form of the next `size` bytes of the body; returns true at its end.
  private func decode(into bytes: inout ByteBuffer, size: Int = HARInput.step)
    throws(SystemFailure) -> Bool
  {
    guard let body else { return true }
    var raw = ByteBuffer()
    let wanted = min(size, body.content.upperBound - position)
    let count = wanted > 0 ? try file.read(at: position, wanted, into: &raw) : 0
    let isFinal = count == 0 || position + count >= body.content.upperBound
    position += decoder.decode(raw.sealed(), isFinal: isFinal, into: &bytes)
    return isFinal
  }

  private func requestUser(_ entry: Int) throws(SystemFailure) -> String? {
    guard let request, request.entry == entry else { return nil }
    begin(request)
    var text = ByteBuffer()
    _ = try decode(into: &text, size: HARInput.maximumRequestSize)
    var scanner = JSONScanner()
    guard case .value = scanner.scan(text.sealed()) else { return nil }
    let root = scanner.document.root
    let user =
      root.member("user_id", .string)
      ?? root.member("respond_with", .object).flatMap { $0.member("user_id", .string) }
    return user?.string
  }

  func fill(_ task: BlockTask) throws(SystemFailure) -> InputReader.Ending {
    guard let body else {
      task.problem = problem?.reason
      if let place = problem?.place { task.map.append(place.piece(at: 0, isExact: false)) }
      return .input
    }
    let isFinal = try decode(into: &task.bytes)
    (task.requestTime, task.requestUser) = (body.time, user)
    task.map.append(body.place.piece(at: 0, isExact: false))
    return isFinal ? .input : .open
  }
}
