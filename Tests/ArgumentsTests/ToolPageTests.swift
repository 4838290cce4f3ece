import CardArguments
import Testing

/// The pages of a tool and its families, and what applies to every page.
@Suite struct ToolPageTests {
  @Test func theToolAtWidth60() {
    #expect(
      Samples.tool.command.shortHelp(width: 60) == """
        usage: kit COMMAND [OPTION]... [OPERAND]...

        work with records

        Commands:
          copy  copy records in another format
          log   keep a log of events
          help  show the help of a command or a topic

              --color WHEN        use colour: auto, always or never
          -q, --quiet             print no summary and no notes
          -h, --help              show help: -h in short, --help in
                                  full
          -V, --version           show the version
              --completion SHELL  print the completion script: bash,
                                  zsh or fish

        Getting started:
          make a table of records
            kit copy --to csv in.json
          note that a record was seen
            kit log add view a1

        see 'kit --help' for more

        """)
  }

  @Test func theToolInFullAtWidth80() {
    #expect(
      ManualPage(Samples.tool.command, []).text(width: 80) == """
        kit: work with records

        SYNOPSIS
          kit COMMAND [OPTION]... [OPERAND]...
          kit help [TOPIC]...
          kit --version

        DESCRIPTION
          Every command reads files or standard input.

        COMMANDS
          kit copy  Copy records in another format.
          kit log   Keep a log of events.
          kit help  Show the help of a command or a topic.

        OPTIONS
          General
            --color WHEN   Use colour: auto, always or never. Default: auto.
            -q, --quiet    Print no summary and no notes.
            -h, --help     Show help: -h in short, --help in full.
            -V, --version  Show the version.
            --completion SHELL
                Print the completion script.
                bash  bash 3.2 and later
                zsh   zsh 5 and later
                fish  fish 3 and later

        EXIT STATUS
          0  Done.
          2  The command line is wrong.

        EXAMPLES
          Make a table of records:
            kit copy --to csv in.json
          Note that a record was seen:
            kit log add view a1

        """)
  }

  @Test func aFamilyAtWidth60() {
    #expect(
      Samples.log.shortHelp(width: 60) == """
        usage: kit log COMMAND [OPTION]...

        keep a log of events

        Commands:
          add   add an event
          show  print the events

              --color WHEN  use colour: auto, always or never
          -q, --quiet       print no summary and no notes
          -h, --help        show help: -h in short, --help in full

        see 'kit log --help' for more

        """)
  }

  @Test func headingsCanBeBold() {
    let page = ManualPage(Samples.add, []).text(width: 60, isStyled: true)
    #expect(page.contains("\n\n\u{1B}[1mSYNOPSIS\u{1B}[0m\n  kit log add"))
    let short = Samples.tool.command.shortHelp(width: 60, isStyled: true)
    #expect(short.contains("\n\u{1B}[1mCommands:\u{1B}[0m\n  copy"))
  }

  @Test(arguments: [(0, 40), (40, 40), (72, 72), (500, 100)])
  func widthsAreBroughtWithinLimits(_ asked: Int, _ width: Int) {
    let page = ManualPage(Samples.copy, [])
    #expect(page.text(width: asked) == page.text(width: width))
  }

  @Test(arguments: [40, 47, 60, 80, 100])
  func noLineIsWiderThanThePage(_ width: Int) {
    let commands = Samples.tool.command.runnable
    let pages =
      commands.map { $0.shortHelp(width: width) }
      + commands.map { ManualPage($0, []).text(width: width) }
      + [
        Samples.tool.command.shortHelp(width: width),
        ManualPage(Samples.tool.command, []).text(width: width),
      ]
    for text in pages {
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
    }
  }
}
