/// How many bytes are read, or held to be sorted, at a time, which changes nothing but speed and
/// memory.
package struct BlockSizes: Sendable {
  /// The first bytes of an input, from which its framing is found out.
  package var first: Int
  /// Bytes that one worker reads at a time: large enough that handing them on costs nothing, small
  /// enough that they and their tape stay in a processor's cache.
  package var usual: Int
  /// Rows that are sorted in memory; more of them go to a temporary file.
  package var sorted: Int

  /// Blocks of the given sizes; unless given, of those that were measured to be the fastest.
  package init(first: Int = 1 << 16, usual: Int = 1 << 18, sorted: Int = 1 << 23) {
    self.first = first
    self.usual = usual
    self.sorted = sorted
  }
}
