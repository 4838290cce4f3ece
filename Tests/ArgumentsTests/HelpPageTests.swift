import CardArguments
import Testing

/// Whole pages, byte for byte, as users see them.
@Suite struct HelpPageTests {
  @Test func theShortPageAtWidth80() {
    #expect(
      Samples.copy.shortHelp(width: 80) == """
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
    #expect(
      ManualPage(Samples.copy, []).text(width: 80) == """
        kit copy: copy records in another format

        SYNOPSIS
          kit copy [OPTION]... [FILE]...

        DESCRIPTION
          Records are read one after the other and written as they come.

          FILE  Read these files.

        OPTIONS
          Output
            -t FORMAT, --to FORMAT
                Write this format. Default: ndjson.
                ndjson  one object a line
                json    one array
                csv     a table with a header
                Lists are joined with a comma where the format has no lists of its own.
            --else-to FORMAT
                Write this where that fails.
                ndjson  one object a line
                json    one array
                csv     a table with a header
            --also-to FORMAT
                Write this format as well. May be repeated.
                ndjson  one object a line
                json    one array
                csv     a table with a header
            -o FILE, --output FILE  Write to a file.
            --columns NAMES         Write these columns. May be repeated. Default: id.
            --no-header             Leave out the header.

          Selection
            -w CONDITION, --where CONDITION
                                            Only records that fulfil this. May be
                                            repeated.
            --pinned, --no-pinned           Only records that are pinned, or not.
            -v, --invert                    Only the others.
            --limit N                       Stop after this many records. N is a whole
                                            number from 0. Default: 0.

          Input
            -j N, --jobs N    Read with this many workers. N is a whole number from 1 to
                              64. Default: one for each core.
            --max-size BYTES  Refuse larger records. BYTES is a number of bytes from 1
                              to 1GiB, such as 64KiB. Default: 16MiB.
            --type TYPE       Only records of this type. May be repeated.

          General
            --color WHEN  Use colour: auto, always or never. Default: auto.
            -q, --quiet   Print no summary and no notes.
            -h, --help    Show help: -h in short, --help in full.

        EXIT STATUS
          0  Done.
          2  The command line is wrong.

        EXAMPLES
          Make a table:
            kit copy --to csv in.json

        """)
  }

  @Test func theShortPageAtWidth60() {
    #expect(
      Samples.copy.shortHelp(width: 60) == """
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
    #expect(
      ManualPage(Samples.copy, []).text(width: 60) == """
        kit copy: copy records in another format

        SYNOPSIS
          kit copy [OPTION]... [FILE]...

        DESCRIPTION
          Records are read one after the other and written as they
          come.

          FILE  Read these files.

        OPTIONS
          Output
            -t FORMAT, --to FORMAT
                Write this format. Default: ndjson.
                ndjson  one object a line
                json    one array
                csv     a table with a header
                Lists are joined with a comma where the format has
                no lists of its own.
            --else-to FORMAT
                Write this where that fails.
                ndjson  one object a line
                json    one array
                csv     a table with a header
            --also-to FORMAT
                Write this format as well. May be repeated.
                ndjson  one object a line
                json    one array
                csv     a table with a header
            -o FILE, --output FILE  Write to a file.
            --columns NAMES         Write these columns. May be
                                    repeated. Default: id.
            --no-header             Leave out the header.

          Selection
            -w CONDITION, --where CONDITION
                                    Only records that fulfil this.
                                    May be repeated.
            --pinned, --no-pinned   Only records that are pinned, or
                                    not.
            -v, --invert            Only the others.
            --limit N               Stop after this many records. N
                                    is a whole number from 0.
                                    Default: 0.

          Input
            -j N, --jobs N    Read with this many workers. N is a
                              whole number from 1 to 64. Default:
                              one for each core.
            --max-size BYTES  Refuse larger records. BYTES is a
                              number of bytes from 1 to 1GiB, such
                              as 64KiB. Default: 16MiB.
            --type TYPE       Only records of this type. May be
                              repeated.

          General
            --color WHEN  Use colour: auto, always or never.
                          Default: auto.
            -q, --quiet   Print no summary and no notes.
            -h, --help    Show help: -h in short, --help in full.

        EXIT STATUS
          0  Done.
          2  The command line is wrong.

        EXAMPLES
          Make a table:
            kit copy --to csv in.json

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
    let short = command.shortHelp(width: 80)
    for name in ["--output", "--quiet", "--help"] { #expect(short.contains(name)) }
    for name in ["--no-header", "--invert", "--color"] {
      #expect(!short.contains(name))
      #expect(ManualPage(command, []).text(width: 80).contains(name))
    }
  }

  /// Without arguments, the tool shows its commands and the first steps.
  @Test func theBeginningShowsTheFirstSteps() {
    let page = Samples.tool.command.shortHelp(width: 60, hasOptions: false)
    #expect(
      page == """
        usage: kit COMMAND [OPTION]... [OPERAND]...

        work with records

        Commands:
          copy  copy records in another format
          log   keep a log of events
          help  show the help of a command or a topic

        Getting started:
          make a table of records
            kit copy --to csv in.json
          note that a record was seen
            kit log add view a1

        see 'kit --help' for more

        """)
  }
}
