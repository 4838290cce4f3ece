import CardJSON
import ContentCardKit

/// Fixes a whole text that is in memory.
///
/// One fix can make another one possible, so the text is checked again after each round of fixes,
/// until none is left.
package struct TextFixer: ~Copyable {
  private var reader: CardReader<RecordChecker>
  private var feeds: FeedChecker
  private var recognizer: FileRecognizer

  /// Creates a fixer of files that are checked with `plan` and read with `options`.
  package init(_ plan: CheckPlan, _ options: ReadingOptions) {
    reader = CardReader(options, RecordChecker(plan))
    feeds = FeedChecker(plan)
    recognizer = FileRecognizer(options, takesRequests: true)
  }

  /// Sets the name of the file without directories, the kind of its values, and the SDKs whose
  /// requirements are checked.
  package mutating func begin(_ name: String, _ kind: RecordKind?, _ profiles: [Profile]) {
    reader.visitor.fileName = name
    reader.visitor.use(kind, profiles)
    feeds.use(profiles)
  }

  /// Returns the edits of `text` that apply all fixes, sorted and without overlaps, and the number
  /// of fixed findings.
  ///
  /// - Parameter choose: receives the findings of each round with the text they are about, and
  ///   returns those to fix.
  package mutating func edits(of text: ByteView, _ choose: ([Finding], ByteView) -> [Finding]) -> (
    edits: [TextEdit], count: Int
  ) {
    var edited = EditedText(count: text.count)
    var count = 0
    var current = ByteBuffer()
    current.append(text)
    var work = 0
    while work < TextFixer.maximumWork {
      work += current.count + 1
      let view = current.sealed()
      let (edits, number) = TextFixer.compatible(choose(findings(in: view), view))
      guard number > 0 else { break }
      count += number
      edited.apply(edits)
      var next = ByteBuffer(capacity: current.count)
      next.append(0..<view.count, of: view, with: edits)
      current = next
    }
    return (edited.edits, count)
  }

  /// The maximum number of bytes to check, in all rounds.
  ///
  /// A round fixes one syntax error of each value, and a literal of another language has many.
  private static let maximumWork = 1 << 27

  /// Returns the findings of a whole text, in the order of its bytes.
  package mutating func findings(in text: ByteView) -> [Finding] {
    reader.visitor.batch.removeAll()
    feeds.beginInput()
    // A template has no fixes, because its readings are not its text.
    var end = BlockEnd()
    if recognizer.isRequestTemplate(text), reader.visitor.visitTemplate(text) {
      (end.consumed, end.records) = (text.count, 1)
    } else {
      end = reader.read(Block(text))
    }
    var findings: [Finding] = []
    feeds.take(reader.visitor.batch, end) { findings.append($0) }
    return findings
  }

  /// Returns the edits of all fixes that do not overlap earlier ones, in ascending order, and the
  /// number of these fixes.
  private static func compatible(_ findings: [Finding]) -> ([TextEdit], Int) {
    let fixes = findings.map(\.fix).filter { !$0.isEmpty }
    var edits = fixes.enumerated().flatMap { number, fix in fix.map { (edit: $0, number: number) } }
    edits.sort {
      ($0.edit.range.lowerBound, $0.edit.range.upperBound, $0.number)
        < ($1.edit.range.lowerBound, $1.edit.range.upperBound, $1.number)
    }
    // The rest wait for the next round.
    var waiting: Set<Int> = []
    var last: Range<Int>?
    for (edit, number) in edits where !waiting.contains(number) {
      if let last, edit.range.lowerBound < last.upperBound || edit.range == last {
        waiting.insert(number)
      } else {
        last = edit.range
      }
    }
    return (
      edits.filter { !waiting.contains($0.number) }.map(\.edit), fixes.count - waiting.count
    )
  }
}
