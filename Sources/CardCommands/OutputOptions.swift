import CardArguments
import CardProcessing

/// The options for the output file of a command and for tables.
struct OutputOptions: Sendable {
  /// The path of the output file; nil for standard output.
  var path: String?
  var hasHeader = true
  var isSafeForSpreadsheets = false

  /// The format of a CSV table.
  var csv: DelimitedText { DelimitedText(.csv, isSafe: isSafeForSpreadsheets) }
}

extension Option {
  /// The option for the format of the output.
  static func format<Format: OptionChoice>(
    _ type: Format.Type, _ help: String = "write this format", set: @escaping Setter<Format>
  ) -> Option { choice("to", type, valueName: "FORMAT", help, set: set).also("format") }

  /// The option for the output file; `-` means standard output.
  static var output: Option {
    value(
      "output", short: "o", valueName: "FILE", kind: .file(extensions: []),
      "write to this file instead of standard output"
    ) { $0.output.path = $1 == "-" ? nil : $1 }
  }

  /// The option that omits the header of a table.
  static var noHeader: Option {
    flag("no-header", "omit the row of column names") { $0.output.hasHeader = !$1 }
  }

  /// The option that keeps spreadsheets from running the cells of a table as formulas.
  static var csvSafe: Option {
    flag("csv-safe", "keep spreadsheets from running cells as formulas") {
      $0.output.isSafeForSpreadsheets = $1
    }.explained("Cells that may act as a formula get a leading quote; numbers do not.")
  }
}
