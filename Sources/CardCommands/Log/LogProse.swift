import CardArguments
import EventJournal

extension LogCommand {
  /// The text of the manual page that is not in the declaration.
  static let prose = """
    ## The journal

    Events are appended to one file, one JSON object a line; `cardctl-formats(5)` lists the keys.
    The file is that of --journal, else of `CARDCTL_JOURNAL`, else
    `$XDG_STATE_HOME/cardctl/events.ndjson`. It is made when it is needed, with mode 0600. A
    symbolic link as the last part of the path is followed by what only shows or counts events, and
    refused by what writes to the journal or checks it.

    ## Durability

    What the exit status of \(EventKind.allCases.map { "`\($0.word)`" }.joinedWithAnd) promises:

    - `0`: Every event of the line is recorded, and is on the disk: the file was synchronised
      (fdatasync, on macOS F_FULLFSYNC), and its directory too when the file is new. The events
      survive a crash of the program, of the system and a loss of power. With --no-sync they survive
      a crash of the program only.
    - `1`: At least one id was refused, and the message says which and why. The others are recorded
      as with status 0.
    - `2`: The command line is wrong, and nothing was recorded.
    - `3`: Reading or writing failed. The event is absent, unless the message says `may be
      recorded`: then it was written, but the system did not confirm that it is on the disk. Of
      several events a prefix is recorded, and the message says how many.

    An event is one line and is written whole. After a crash in the middle of a write the journal
    ends in a torn line; the next writer moves it to `FILE.torn`, so that it is never glued to
    another event. A line counts as recorded only when it is complete. A full disk leaves the
    journal as it was. With --key the same event is recorded once however often the command is
    repeated, so that a script whose command ended with status 3 can run it again.

    ## Many writers

    Any number of processes may write to one journal: none loses or tears a line of another. Writers
    take turns by a lock (flock) on the file, for which they wait 10 seconds at most and then end
    with status 3. The system gives the lock back when a process dies. Rotation takes the same lock,
    and a writer that waited for it continues in the new file. On network file systems flock is as
    good as the server makes it.

    ## What is recorded

    With --cards the card is looked up. An id that is not there is refused; class type, campaign and
    whether the card is a control card are recorded; and the rules of the SDKs hold: a control card
    has a control impression and no click, a dismissal needs a card that may be dismissed and
    happens once, a click needs a card with a url. --force records what the rules forbid, but no
    unknown id. Without --cards every id is taken, and --control says that it is that of a control
    card.

    ## Cursors

    The file of 'log export --cursor' has the id of the last event that was read. The ids of a
    journal ascend, so that the position is known after that event was deleted. An event from 'log
    import' comes after all events that were recorded before the import. Two exports at once with
    one cursor export the same events: use flock(1).

    # FILES

    - `$XDG_STATE_HOME/cardctl/events.ndjson`: The journal, below `$HOME/.local/state` where
      XDG_STATE_HOME is not set.
    - `FILE.1`, `FILE.2` ...: Rotated journals, the newest first.
    - `FILE.torn`: Torn lines that were moved out of the way.

    # EXAMPLES

    \(LogExamples.text)
    """
}
