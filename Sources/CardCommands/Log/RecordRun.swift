import CardProcessing
import CardJSON
import EventJournal
import CardPlatform

/// Records the ids of a command line and reports the results.
final class RecordRun {
  private let session: Session
  private let printer: MessagePrinter
  private let output: OutputStream?
  private var recorded = 0
  private var isRefused = false

  /// - Parameter prints: whether the lines that are recorded are printed.
  init(_ session: Session, _ printer: MessagePrinter, prints: Bool) {
    self.session = session
    self.printer = printer
    output = prints ? OutputStream(session.console.output, name: "<stdout>") : nil
  }

  /// Records an event of each operand, in order, and returns the exit status.
  func record(_ operands: [String], with recorder: inout Recorder) throws -> Int32 {
    var batch = IDBatch()
    var status: Int32?
    for operand in operands where status == nil {
      guard operand == "-" else {
        let id = ByteBuffer(SystemText.bytes(operand))
        if isFile(operand) {
          let command = RecordRun.command(recordingCardsOf: operand, recorder.kind)
          refuse(RefusedID(id.view, nil, .file(command: command)))
        } else {
          batch.append(id.view)
        }
        continue
      }
      // Earlier ids are recorded before standard input is waited for.
      status = try deliver(batch, with: &recorder)
      if status == nil { status = try recordLines(&batch, with: &recorder) }
      batch.removeAll()
    }
    if status == nil { status = try deliver(batch, with: &recorder) }
    printer.sayWhatWasLeftOut()
    return status ?? (isRefused || recorder.hasBadCards ? ExitStatuses.data : ExitStatuses.done)
  }

  private func recordLines(_ batch: inout IDBatch, with recorder: inout Recorder) throws -> Int32? {
    do {
      var lines = try IDLines("-", session.console)
      while try lines.next(&batch) {
        if let status = try deliver(batch, with: &recorder) { return status }
      }
      return nil
    } catch let failure as SystemFailure where !failure.isClosedPipe && recorded > 0 {
      return fail(failure.message)
    }
  }

  /// Records a batch; the exit status when nothing can be recorded after it.
  private func deliver(_ batch: borrowing IDBatch, with recorder: inout Recorder) throws -> Int32? {
    var start = 0
    while start < batch.count {
      let outcome = recorder.record(batch, from: start)
      if let status = try report(outcome, recorder) { return status }
      start = outcome.end
    }
    return nil
  }

  /// Reports the result of a part of a batch.
  private func report(_ outcome: Recorder.Outcome, _ recorder: borrowing Recorder) throws -> Int32?
  {
    if let torn = outcome.torn { session.note(torn.message) }
    for refused in outcome.refusals { refuse(refused) }
    if let failure = outcome.failure {
      return fail(
        failure.reason.message, recorded: failure.recorded, possible: failure.possible)
    }
    recorded += outcome.events
    guard let output, recorder.lines.count > 0 else { return nil }
    do {
      try output.write(recorder.lines.view)
      return nil
    } catch {
      if error.isClosedPipe { throw error }
      return fail(error.message)
    }
  }

  private func isFile(_ operand: String) -> Bool {
    (try? session.console.fileStatus(operand))?.kind == .regular
  }

  /// The command line that records an event of each card in a file.
  private static func command(recordingCardsOf file: String, _ kind: EventKind) -> String {
    let isPlain = file.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "-")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    return "cardctl filter --ids \(isPlain ? file : "FILE") | cardctl log \(kind.word) -"
  }

  private func refuse(_ refused: RefusedID) {
    isRefused = true
    guard printer.admits(refused.refusal.code) else { return }
    let text = "'\(refused.id)' refused: \(refused.refusal.reason)"
    if let place = refused.place {
      printer.say(text, in: InputDescriptor.standardInputName, at: place)
    } else {
      printer.say(text)
    }
  }

  /// Reports why no more is recorded, and what is.
  ///
  /// - Parameters:
  ///   - count: how many events of the last batch are recorded.
  ///   - possible: how many after those may be.
  private func fail(_ reason: String, recorded count: Int = 0, possible: Int = 0) -> Int32 {
    let first = recorded + count
    let certain: String
    switch first {
    case 0: certain = possible > 0 ? "" : "nothing is recorded"
    case 1: certain = "the first event is recorded"
    default: certain = "the first \(first) events are recorded"
    }
    let doubt: String
    switch (possible, first) {
    case (0, 0): doubt = ""
    case (0, _): doubt = ", no others"
    case (1, 0): doubt = "the event may be recorded"
    case (1, _): doubt = ", the next one may be recorded"
    case (let count, 0): doubt = "the \(count) events may be recorded"
    case (let count, _): doubt = ", the next \(count) may be recorded"
    }
    printer.say("\(reason); \(certain)\(doubt)")
    return ExitStatuses.inputOutput
  }
}
