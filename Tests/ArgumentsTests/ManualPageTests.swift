import CardArguments
import Testing

/// Manual pages, byte for byte.
@Suite struct ManualPageTests {
  private let prose = [
    """
    ## Notes

    Give `--to` or (--limit), never
    'both'; .5 is `~/a\\b`.

        .first line
        'second' - line
    """,
    "# ENVIRONMENT\n\n- `KIT_HOME`: Where it is.", "# FILES\n\n- `kit.json`: What it reads.",
    "# SEE ALSO\n\n`kit(1)`, `jq(1)`",
  ]

  @Test func ofAFamily() {
    let log = Samples.log
    let page = ManualPage(log, prose)
    #expect(page.fileName == "kit-log.1")
    #expect(
      page.roff(source: "kit 1.2.0", date: "2026-11-20") == #"""
        .\" Generated from the declarations in Sources; `swift test` says how.
        .TH "KIT-LOG" "1" "2026-11-20" "kit 1.2.0" "kit manual"
        .SH "NAME"
        kit\-log \- keep a log of events
        .SH "SYNOPSIS"
        \fBkit log add\fR [\fIOPTION\fR]... \fIEVENT\fR \fIID\fR...
        .br
        \fBkit log show\fR [\fIOPTION\fR]...
        .SH "DESCRIPTION"
        Keep a log of events.
        .SS "Notes"
        Give \fB\-\-to\fR or (\fB\-\-limit\fR), never 'both'; .5 is \fB\(ti/a\eb\fR.
        .PP
        .RS "4"
        .EX
        \&.first line
        \(aqsecond\(aq \- line
        .EE
        .RE
        .SH "COMMANDS"
        .SS "add [OPTION]... EVENT ID..."
        Add an event.
        .TP
        EVENT
        What happened.
        .RS
        .TP
        \fBview\fR
        it was seen
        .TP
        \fBclick\fR
        it was used
        .RE
        .TP
        ID
        The records it happened to.
        .SS "show [OPTION]..."
        Print the events.
        .SH "OPTIONS"
        .SS "General"
        .TP
        \fB\-\-color\fR WHEN
        Use colour: auto, always or never. Default: auto.
        .TP
        \fB\-q\fR, \fB\-\-quiet\fR
        Print no summary and no notes.
        .TP
        \fB\-h\fR, \fB\-\-help\fR
        Show help: -h in short, \fB\-\-help\fR in full.
        .SH "ENVIRONMENT"
        .TP
        \fBKIT_HOME\fR
        Where it is.
        .SH "FILES"
        .TP
        \fBkit.json\fR
        What it reads.
        .SH "SEE ALSO"
        \fBkit(1)\fR, \fBjq(1)\fR

        """#)
  }

  @Test func ofACommand() {
    let text = ManualPage(Samples.copy, []).roff(source: "kit 1", date: "x")
    let pieces = [
      ".TP\nFILE\nRead these files.\n",
      ".TP\n\\fB\\-j\\fR N, \\fB\\-\\-jobs\\fR N\n"
        + "Read with this many workers. N is a whole number from 1 to 64.",
      "\\fB\\-\\-pinned\\fR, \\fB\\-\\-no\\-pinned\\fR\n",
      "Lists are joined with a comma where the format has no lists of its own.\n",
      ".SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\nDone.\n",
      ".SH \"EXAMPLES\"\nMake a table:\n.PP\n.RS \"4\"\n.EX\nkit copy \\-\\-to csv in.json\n.EE\n.RE\n",
    ]
    for piece in pieces { #expect(text.contains(piece), "\(piece)") }
    #expect(!text.contains("SEE ALSO"))
  }

  /// Sections are in the order of man-pages(7).
  @Test func ofATool() {
    let text = ManualPage(Samples.tool.command, prose).roff(source: "kit 1", date: "x")
    let headings = text.split(separator: "\n").filter { $0.hasPrefix(".SH") }.map {
      $0.dropFirst(5).dropLast()
    }
    #expect(
      headings == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT",
        "FILES", "EXAMPLES", "SEE ALSO",
      ])
    #expect(text.contains("\\fBkit log\\fR\nKeep a log of events.\n"))
  }

  @Test func spellsOutWhatIsNotASCII() {
    let page = ManualPage(
      name: "kit", section: 7, abstract: "é", sections: [ManualSection("A\"B", [.paragraph("…")])])
    let text = page.roff(source: "kit 1", date: "x")
    #expect(text.contains("kit \\- \\[u00E9]\n.SH \"A\\(dqB\"\n\\[u2026]\n"))
  }

  /// Lines continue a paragraph or a term; code keeps its lines and its empty lines.
  @Test func textHasHeadingsTermsAndCode() {
    let text = """
      one
      two

      # A

      - `t`: first
        second
      - u: third

      ## B

          code

          more
      """
    let sections = ManualSection.parse(text)
    #expect(sections.map(\.heading) == ["", "A"])
    let page = ManualPage(name: "kit", section: 7, abstract: "x", sections: sections)
    #expect(
      page.text(width: 40) == """
        kit(7): x


          one two

        A
          t  first second
          u  third

          B
              code

              more

        """)
  }
}
