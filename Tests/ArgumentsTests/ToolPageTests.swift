import CardArguments
import Testing

/// The pages of a tool and its families, and what applies to every page.
@Suite struct ToolPageTests {
  @Test func theToolAtWidth60() {
    let page = HelpPage(width: 60)
    #expect(
      page.text(for: Samples.tool, .short) == """
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

        To begin:
          make a table of records
            kit copy --to csv in.json
          note that a record was seen
            kit log add view a1

        see 'kit --help' for more

        """)
  }

  @Test func theToolInFullAtWidth80() {
    let page = HelpPage(width: 80)
    #expect(
      page.text(for: Samples.tool, .long) == """
        usage: kit COMMAND [OPTION]... [OPERAND]...

        work with records

        Every command reads files or standard input.

        Commands:
          copy  copy records in another format
          log   keep a log of events
          help  show the help of a command or a topic

        General:
              --color WHEN  use colour: auto, always or never (default: auto)
          -q, --quiet       print no summary and no notes
          -h, --help        show help: -h in short, --help in full
          -V, --version     show the version
              --completion SHELL
                print the completion script
                  bash  bash 3.2 and later
                  zsh   zsh 5 and later
                  fish  fish 3 and later

        Examples:
          make a table of records
            kit copy --to csv in.json
          note that a record was seen
            kit log add view a1

        Exit statuses:
          0  done
          2  the command line is wrong

        """)
  }

  @Test func aFamilyAtWidth60() {
    let page = HelpPage(width: 60)
    #expect(
      page.text(for: Samples.tool.commands[1], .short) == """
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
    let page = HelpPage(width: 60, isStyled: true).text(for: Samples.add, .long)
    #expect(page.contains("\n\u{1B}[1mOperands:\u{1B}[0m\n  EVENT  what happened"))
    #expect(page.contains("\n\u{1B}[1mGeneral:\u{1B}[0m\n"))
  }

  @Test(arguments: [(0, 40), (40, 40), (72, 72), (500, 100)])
  func widthsAreBroughtWithinLimits(_ asked: Int, _ width: Int) {
    #expect(HelpPage(width: asked).width == width)
  }

  @Test(arguments: [40, 47, 60, 80, 100])
  func noLineIsWiderThanThePage(_ width: Int) {
    for length in [HelpLength.short, .long] {
      let topics = Samples.tool.runnableCommands.map { HelpTopic.command($0) } + [.tool]
      for topic in topics {
        let text = HelpPage(width: width).text(for: topic, of: Samples.tool, length)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
      }
    }
  }

  @Test func textLaidOutByHandIsNotWrapped() {
    let table = "  a    b\n  1    " + String(repeating: "2", count: 60)
    let command = Command<CopyOptions>(
      name: "kit x", abstract: "do", discussion: ["See:", table])
    let text = HelpPage(width: 40).text(for: command, .long)
    #expect(text.contains("\nSee:\n\n\(table)\n\nGeneral:\n"))
  }
}
