extension InspectCommand {
  /// The text of the manual page that is not in the declaration.
  static let prose = """
    ## The history of a card

    `--why` prints a line for each response that has the card, with its location, its time and what
    a device does with it: arrived, updated with the changed fields, older copy ignored, removed by
    the server, absent from a full sync, dismissed, ignored after that, for another user, or in a
    failed response. Events of --journal and the expiry have their own lines. The last line is
    the verdict: shown, with the position in the feed of `filter --merge --shown --sort feed`, or
    not shown, with the reason. A card that cannot be converted to an object is not shown only if
    --classes or the configuration adds class types; otherwise a note says so. If the campaign of
    the card has other cards, they follow with their differences. The histories of all cards are
    held in memory.

    ## The page

    `--to html` writes one file that needs nothing else. It follows the light or dark scheme of the
    reader, and loads no image unless --images is given. No text of a card can act in it. It lists
    1,000 extras of a card and 4,096 bytes of a text, and says how many more there are.
    """
}
