import CardArguments

extension FormatsPage {
  /// The formats of inputs that contain JSON.
  static let carriers: [ManualBlock] = [
    .paragraph(
      "Named inputs, and standard input, may also be files that contain JSON. Their format is "
        + "detected from their first bytes; `--from` names it. Files in directories are always read "
        + "as JSON. Locations are those of the file."),
    .terms([
      ManualTerm(
        "`har`",
        "An HTTP archive, which browsers (the network panel: Save all as HAR with content), Charles "
          + "and Proxyman (Export as HAR) write. Each response whose body contains cards is an input, "
          + "in the order of the times of the requests. `validate` also checks posted requests. "
          + "`FILE#N` is the entry with index N in `log.entries`."),
      ManualTerm(
        "`text`",
        "A device log or a transcript: `adb logcat` in any format, the logs of Android Studio, Xcode, "
          + "Console.app, `log stream`, `idevicesyslog`, Flutter, Metro, Unity, Cordova and Capacitor, "
          + "and `curl -v`. JSON values that contain cards are read, and the others are ignored. A "
          + "card that is cut is reported with its line. Copies of a card that the SDK logs again are "
          + "skipped. A `.json`, `.ndjson` or `.jsonl` file is never detected as text, except for the "
          + "output of `log stream`; text without the prefix of a known log needs `--from text`."),
      ManualTerm(
        "`xml`",
        "Android's shared preferences (`adb shell run-as PACKAGE cat shared_prefs/FILE`) and XML "
          + "property lists (`plutil -convert xml1`). Strings that contain cards are read. The sets "
          + "of dismissed, expired and test ids in the SDK's metadata file mark cards of all inputs."
      ),
      ManualTerm(
        "push",
        "A push payload or push event: the card in `ab_cd`, at any depth, is read. Test sends "
          + "arrive this way."),
      ManualTerm(
        "local storage",
        "A dump of a browser's local storage, as JSON (`copy(JSON.stringify(localStorage))`) or as a "
          + "table. Cards that `ab.storage.ccDismissals` lists are dismissed."),
    ]),
    .paragraph(
      "Text that only looks like JSON is named and never repaired: dictionaries of Objective-C, "
        + "objects as a JavaScript console shows them, the text of Kotlin and Dart objects."),
  ]
}
