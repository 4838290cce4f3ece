@_spi(CardTool) import ContentCards

/// Something that could not be read or converted, and where.
enum Problem {
  /// Found while reading.
  case reading(ReadingProblem)
  /// A card that could not be converted: where it begins, the sort of reason, the reason in words.
  case card(offset: Int, code: String, message: String)

  /// Where it is, in bytes from the start of the input.
  var offset: Int {
    switch self {
    case .reading(let problem): problem.offset
    case .card(let offset, _, _): offset
    }
  }

  /// Where the value begins that it is about, in bytes from the start of the input.
  var start: Int {
    switch self {
    case .reading(let problem): problem.start
    case .card(let offset, _, _): offset
    }
  }

  /// The sort of problem, by which messages are counted.
  var code: String {
    switch self {
    case .reading(let problem): problem.code.description
    case .card(_, let code, _): code
    }
  }

  /// The problem in words.
  var message: String {
    switch self {
    case .reading(let problem): problem.description
    case .card(_, _, let message): message
    }
  }
}
