import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

/// A HAR file: each body with cards is read as an input, in the order of the entries' times.
///
/// The file is indexed first and then read at the positions of the bodies. A pipe is copied to an
/// unnamed temporary file. The bodies with cards are detected like files in directories.
final class HARInput: CarrierInput {
  /// The file, or a temporary copy of a pipe.
  private let file: InputDescriptor
  private var bodies: [HARIndex.Body] = []
  private var nextBody = 0
  private var body: HARIndex.Body?
  private var decoder: HARBody?
  /// The number of bytes of the body that were read.
  private var position = 0
  private var recognizer: FileRecognizer
  private let takesRequests: Bool
  /// The problem of the file, which is reported after all bodies.
  private var problem: CarrierProblem?
  private var problemPiece: SourceMap.Piece?
  private var isReportingProblem = false
  private var parts = 0
  /// The users of requests that were read.
  private var users: [Int: String] = [:]
  private var missingBodies = 0

  /// The number of bytes to read at a time.
  private static let step = 1 << 17

  init(
    _ descriptor: InputDescriptor, beginning: borrowing ByteBuffer, name: String,
    _ options: StreamOptions, _ inputs: InputFiles, _ console: Console
  ) throws(SystemFailure) {
    takesRequests = inputs.selection.takesRequests
    recognizer = FileRecognizer(options.reading, takesRequests: takesRequests)
    if descriptor.isRegular {
      file = descriptor
    } else {
      let spool = try descriptor.spooled(console, after: beginning.view)
      file = try InputDescriptor(InputFile(path: name, isFound: false, spool: spool), console)
    }
    super.init(descriptor, name: name)
    try readIndex()
  }

  private func readIndex() throws(SystemFailure) {
    var index = HARIndex()
    var block = ByteBuffer()
    var offset = 0
    while try file.read(at: offset, 2 * HARInput.step, into: &block) > 0 {
      index.take(block.sealed())
      offset += block.count
      block.removeAll()
    }
    if let found = index.problem {
      problem = found.problem
      problemPiece = SourceMap.Piece(
        start: 0, offset: found.offset, position: found.position, isExact: false)
    }
    missingBodies = index.missingBodies
    bodies = index.ordered()
  }

  override var part: Int {
    // The request and the response of an entry are different parts.
    body.map { 2 * $0.entry + ($0.isRequest ? 1 : 2) } ?? 0
  }

  override var note: String? {
    guard missingBodies > 0 else { return nil }
    let responses = counted(missingBodies, "JSON response")
    return "no body was saved of \(responses); export the HAR file with content"
  }

  override func beginPart() throws(SystemFailure) -> Bool {
    while nextBody < bodies.count {
      let next = bodies[nextBody]
      nextBody += 1
      if next.isRequest, !takesRequests { continue }
      guard try isOurs(next) else { continue }
      begin(next)
      parts += 1
      return true
    }
    body = nil
    if parts == 0, problem == nil {
      problem = .nothing("no entry of this HAR file has a body with cards")
      problemPiece = SourceMap.Piece(
        start: 0, offset: 0, position: TextPosition(), isExact: false)
    }
    guard problem != nil, !isReportingProblem else { return false }
    isReportingProblem = true
    return true
  }

  private func begin(_ body: HARIndex.Body) {
    self.body = body
    decoder = HARBody(isBase64: body.isBase64)
    position = body.content.lowerBound
  }

  /// Whether a body has cards, or is a request that is checked.
  private func isOurs(_ candidate: HARIndex.Body) throws(SystemFailure) -> Bool {
    begin(candidate)
    recognizer.begin()
    var bytes = ByteBuffer()
    let isFinal = try decode(into: &bytes)
    return try recognizer.decide(&bytes, isFinal: isFinal) { bytes throws(SystemFailure) in
      try decode(into: &bytes)
    }
  }

  /// Appends the next part of the body; true at its end.
  private func decode(into bytes: inout ByteBuffer) throws(SystemFailure) -> Bool {
    guard let body else { return true }
    var raw = ByteBuffer()
    let wanted = min(HARInput.step, body.content.upperBound - position)
    let count = wanted > 0 ? try file.read(at: position, wanted, into: &raw) : 0
    let isFinal = count == 0 || position + count >= body.content.upperBound
    position += decoder?.decode(raw.sealed(), isFinal: isFinal, into: &bytes) ?? count
    if isFinal { decoder?.end(into: &bytes) }
    return isFinal
  }

  /// The user that the request of a response names in its body.
  private func user(of response: HARIndex.Body) throws(SystemFailure) -> String? {
    guard !response.isRequest,
      let request = bodies.first(where: { $0.isRequest && $0.entry == response.entry })
    else { return nil }
    if let known = users[response.entry] { return known }
    var raw = ByteBuffer()
    let count = min(request.content.count, HARInput.longestRequest)
    _ = try file.read(at: request.content.lowerBound, count, into: &raw)
    var text = ByteBuffer()
    var decoder = HARBody(isBase64: request.isBase64)
    _ = decoder.decode(raw.view, isFinal: true, into: &text)
    var scanner = JSONScanner()
    guard case .value = scanner.scan(text.sealed()) else { return nil }
    let document = scanner.document
    let user =
      document.member("user_id", .string, of: 0)
      ?? document.member("respond_with", .object, of: 0).flatMap {
        document.member("user_id", .string, of: $0)
      }
    users[response.entry] = user.map { document.string($0) }
    return users[response.entry]
  }

  /// The maximum size of a request to examine, in bytes.
  private static let longestRequest = 1 << 16

  override func fill(_ task: BlockTask, output: Int32) throws(SystemFailure) -> InputReader.Ending {
    guard let body else {
      task.problem = problem
      if let problemPiece { task.map.append(problemPiece) }
      return .input
    }
    let isFinal = try decode(into: &task.bytes)
    (task.requestTime, task.requestUser) = (body.time, try user(of: body))
    task.map.append(
      SourceMap.Piece(
        start: 0, offset: body.content.lowerBound - 1, position: body.position, isExact: false))
    task.isFollowed = true
    return isFinal ? .input : .open
  }
}
