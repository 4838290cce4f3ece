import CardJSON
import CardProcessing
import ContentCardKit

/// The location of a card or an event in an input or in a file of the journal.
struct CardLocation: Equatable {
  let input: String
  let line: Int
  /// Nil for a line of the journal.
  var column: Int?

  /// Adds the location as members of a JSON object.
  func add(to json: inout JSONWriter) {
    json.add("path", input)
    json.add("line", line)
    if let column { json.add("column", column) }
  }
}

extension CardLocation {
  /// Creates the location of a card or a response.
  init(_ origin: CardOrigin, _ inputName: (Int) -> String) {
    let position = origin.position
    self.init(input: inputName(origin.input), line: position.line, column: position.column)
  }

  /// The location as the start of a message.
  var words: String {
    let name = input == "-" ? InputDescriptor.standardInputName : input
    return LineText.leadingPath(name) + ":\(line)" + (column.map { ":\($0)" } ?? "")
  }
}

extension BatchOrigin {
  /// A function that returns the origin of the card at an offset of the input, or with a number in
  /// the device's feed.
  var places: (Int) -> CardOrigin {
    switch self {
    case .device(let origin): return origin
    case .block(let task, let position):
      var locator = Locator(task, position)
      return { CardOrigin(input: task.input, position: locator.position(of: $0)) }
    }
  }
}
