/// What was worked out on the way through a text, so that it is known near any of its bytes.
///
/// Things such as line and column are found by counting from the beginning. They are asked for
/// mostly in order, so counting goes on from where it was. For the rest the result is kept at every
/// 16 KiB: no question costs more than counting through that much, however long the text, however
/// many the questions and in whatever order they come.
struct Waypoints<Result> {
  /// How many bytes are between two results that are kept.
  private static var step: Int { 1 << 14 }

  private let first: Result
  private var last: (offset: Int, result: Result)
  /// The results at the first step, the second, and so on as far as anybody asked.
  private var kept: [Result] = []

  /// The way through a text at whose beginning the result is `first`.
  init(_ first: Result) {
    self.first = first
    last = (0, first)
  }

  /// The result at `offset`.
  ///
  /// - Parameter goOn: takes a result from one offset on to another.
  mutating func result(
    at offset: Int, _ goOn: (inout Result, _ start: Int, _ end: Int) -> Void
  ) -> Result {
    if offset < last.offset || offset - last.offset > Waypoints.step {
      let steps = offset / Waypoints.step
      while kept.count < steps {
        var result = kept.last ?? first
        goOn(&result, kept.count * Waypoints.step, (kept.count + 1) * Waypoints.step)
        kept.append(result)
      }
      last = steps == 0 ? (0, first) : (steps * Waypoints.step, kept[steps - 1])
    }
    goOn(&last.result, last.offset, offset)
    last.offset = offset
    return last.result
  }
}
