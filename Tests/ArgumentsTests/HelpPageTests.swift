import CardArguments
import Testing

/// Whole pages, byte for byte, as users see them.
@Suite struct HelpPageTests {
  @Test func theShortPageAtWidth80() {
    let page = HelpPage(width: 80)
    #expect(
      page.text(for: Samples.copy, .short) == """
        usage: kit copy [OPTION]... [FILE]...

        copy records in another format

          FILE                   read these files
          -t, --to FORMAT        write this format: ndjson, json or csv
              --else-to FORMAT   write this where that fails: ndjson, json or csv
              --also-to FORMAT   write this format as well: ndjson, json or csv
          -o, --output FILE      write to a file
              --columns NAMES    write these columns
              --no-header        leave out the header
          -w, --where CONDITION  only records that fulfil this
              --[no-]pinned      only records that are pinned, or not
          -v, --invert           only the others
              --limit N          stop after this many records
          -j, --jobs N           read with this many workers
              --max-size BYTES   refuse larger records
              --type TYPE        only records of this type
              --color WHEN       use colour: auto, always or never
          -q, --quiet            print no summary and no notes
          -h, --help             show help: -h in short, --help in full

        see 'kit copy --help' for more

        """)
  }

  @Test func theLongPageAtWidth80() {
    let page = HelpPage(width: 80)
    #expect(
      page.text(for: Samples.copy, .long) == """
        usage: kit copy [OPTION]... [FILE]...

        copy records in another format

        Records are read one after the other and written as they come.

        Operands:
          FILE  read these files

        Output:
          -t, --to FORMAT
                write this format (default: ndjson)
                  ndjson  one object a line
                  json    one array
                  csv     a table with a header
                Lists are joined with a comma where the format has no lists of its own.
              --else-to FORMAT
                write this where that fails
                  ndjson  one object a line
                  json    one array
                  csv     a table with a header
              --also-to FORMAT
                write this format as well (repeatable)
                  ndjson  one object a line
                  json    one array
                  csv     a table with a header
          -o, --output FILE    write to a file
              --columns NAMES  write these columns (repeatable; default: id)
              --no-header      leave out the header

        Selection:
          -w, --where CONDITION  only records that fulfil this (repeatable)
              --[no-]pinned      only records that are pinned, or not
          -v, --invert           only the others
              --limit N          stop after this many records (default: 0)

        Input:
          -j, --jobs N          read with this many workers (default: one for each core)
              --max-size BYTES  refuse larger records (default: 16MiB)
              --type TYPE       only records of this type (repeatable)

        General:
              --color WHEN  use colour: auto, always or never (default: auto)
          -q, --quiet       print no summary and no notes
          -h, --help        show help: -h in short, --help in full

        Examples:
          make a table
            kit copy --to csv in.json

        Exit statuses:
          0  done
          2  the command line is wrong

        """)
  }

  @Test func theShortPageAtWidth60() {
    let page = HelpPage(width: 60)
    #expect(
      page.text(for: Samples.copy, .short) == """
        usage: kit copy [OPTION]... [FILE]...

        copy records in another format

          FILE                   read these files
          -t, --to FORMAT        write this format: ndjson, json or
                                 csv
              --else-to FORMAT   write this where that fails:
                                 ndjson, json or csv
              --also-to FORMAT   write this format as well: ndjson,
                                 json or csv
          -o, --output FILE      write to a file
              --columns NAMES    write these columns
              --no-header        leave out the header
          -w, --where CONDITION  only records that fulfil this
              --[no-]pinned      only records that are pinned, or
                                 not
          -v, --invert           only the others
              --limit N          stop after this many records
          -j, --jobs N           read with this many workers
              --max-size BYTES   refuse larger records
              --type TYPE        only records of this type
              --color WHEN       use colour: auto, always or never
          -q, --quiet            print no summary and no notes
          -h, --help             show help: -h in short, --help in
                                 full

        see 'kit copy --help' for more

        """)
  }

  @Test func theLongPageAtWidth60() {
    let page = HelpPage(width: 60)
    #expect(
      page.text(for: Samples.copy, .long) == """
        usage: kit copy [OPTION]... [FILE]...

        copy records in another format

        Records are read one after the other and written as they
        come.

        Operands:
          FILE  read these files

        Output:
          -t, --to FORMAT
                write this format (default: ndjson)
                  ndjson  one object a line
                  json    one array
                  csv     a table with a header
                Lists are joined with a comma where the format has
                no lists of its own.
              --else-to FORMAT
                write this where that fails
                  ndjson  one object a line
                  json    one array
                  csv     a table with a header
              --also-to FORMAT
                write this format as well (repeatable)
                  ndjson  one object a line
                  json    one array
                  csv     a table with a header
          -o, --output FILE    write to a file
              --columns NAMES  write these columns (repeatable;
                               default: id)
              --no-header      leave out the header

        Selection:
          -w, --where CONDITION  only records that fulfil this
                                 (repeatable)
              --[no-]pinned      only records that are pinned, or
                                 not
          -v, --invert           only the others
              --limit N          stop after this many records
                                 (default: 0)

        Input:
          -j, --jobs N          read with this many workers
                                (default: one for each core)
              --max-size BYTES  refuse larger records (default:
                                16MiB)
              --type TYPE       only records of this type
                                (repeatable)

        General:
              --color WHEN  use colour: auto, always or never
                            (default: auto)
          -q, --quiet       print no summary and no notes
          -h, --help        show help: -h in short, --help in full

        Examples:
          make a table
            kit copy --to csv in.json

        Exit statuses:
          0  done
          2  the command line is wrong

        """)
  }

  /// Rarely needed options are only in the long help, even if a shared group declares them.
  @Test func theShortPageLeavesRareOptionsOut() {
    let group = OptionGroup<CopyOptions>(
      "Output",
      [
        .value("output", valueName: "FILE", "write to a file") { $0.output = $1 },
        .flag("no-header", "leave out the header") { $0.hasHeader = !$1 },
        .flag("invert", "only the others") { $0.isInverted = $1 }.rare(),
      ]
    )
    let common = CommonOptions.options.map { $0.rare(except: "quiet") }
    let command = Command(
      name: "kit copy", abstract: "copy",
      groups: [group.rare(except: "output")] + common)
    let page = HelpPage(width: 80)
    for name in ["--output", "--quiet", "--help"] {
      #expect(page.text(for: command, .short).contains(name))
    }
    for name in ["--no-header", "--invert", "--color"] {
      #expect(!page.text(for: command, .short).contains(name))
      #expect(page.text(for: command, .long).contains(name))
    }
  }

  /// Without arguments, the tool shows its commands and the first steps.
  @Test func theBeginningShowsTheFirstSteps() {
    let page = HelpPage(width: 60).beginning(of: Samples.tool)
    #expect(
      page == """
        usage: kit COMMAND [OPTION]... [OPERAND]...

        work with records

        Commands:
          copy  copy records in another format
          log   keep a log of events
          help  show the help of a command or a topic

        To begin:
          make a table of records
            kit copy --to csv in.json
          note that a record was seen
            kit log add view a1

        see 'kit --help' for more

        """)
  }
}
