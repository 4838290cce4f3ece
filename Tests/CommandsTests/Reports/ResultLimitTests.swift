import CardRules
import Testing

@testable import CardCommands

@Suite struct ResultLimitTests {
  private func admitted(_ severities: [Severity], most: Int = 10) -> (Int, String?) {
    var limit = ResultLimit(maximum: most)
    let count = severities.filter { limit.admits($0) }.count
    return (count, limit.note)
  }

  @Test func allFitUpToTheLimit() {
    let (count, note) = admitted(Array(repeating: .error, count: 10))
    #expect(count == 10 && note == nil)
  }

  @Test func omittedFindingsAreCountedBySeverity() {
    let (count, note) = admitted(Array(repeating: .info, count: 12) + [.warning, .error])
    #expect(count == 10)
    #expect(note == "not shown: 1 error, 1 warning, 2 infos")
  }

  @Test func theLimitIsGitHubs() {
    let (count, note) = admitted(Array(repeating: .error, count: 25_001), most: 25_000)
    #expect(count == 25_000 && note == "not shown: 1 error")
    #expect(ResultLimit() == ResultLimit(maximum: 25_000))
  }
}
