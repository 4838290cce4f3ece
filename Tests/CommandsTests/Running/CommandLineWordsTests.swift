import Testing

struct CommandLineWordsTests {
  @Test(arguments: [
    ("cardctl filter a", [:], ["cardctl", "filter", "a"]),
    ("  cardctl\t x\n", [:], ["cardctl\t", "x"]),
    ("A=1 B= cardctl C=3", ["A": "1", "B": ""], ["cardctl", "C=3"]),
    (
      #"cardctl 'a b' "c \"d\" \$e \f" g\ h ''"#, [:],
      ["cardctl", "a b", #"c "d" $e \f"#, "g h", ""]
    ),
    (#"cardctl $'a\nb\x41\\' --x='y z'"#, [:], ["cardctl", "a\nbA\\", "--x=y z"]),
    ("", [:], []),
  ])
  func splitsLinesIntoWords(_ line: String, _ environment: [String: String], _ words: [String])
    throws
  {
    let taken = try CommandLineWords(line)
    #expect(taken.environment == environment)
    #expect(taken.words == words)
  }

  @Test(arguments: ["cardctl 'a", "cardctl \"a", "cardctl \\"])
  func refusesUnclosedQuotes(_ line: String) {
    #expect(throws: CommandLineWords.Mistake.self) { try CommandLineWords(line) }
  }
}
