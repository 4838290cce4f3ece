import CardPlatform
import Testing

/// The number of processors that the process may use, which decides how many threads read.
@Suite struct ProcessorTests {
  @Test func isThatOfTheProcess() {
    #expect((1...1024).contains(SystemCalls.processorCount()))
  }
}
