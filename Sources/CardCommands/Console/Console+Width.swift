import CardPlatform

extension Console {
  /// How many columns there are to write in: what COLUMNS says, else the terminal at `descriptor`,
  /// else 80.
  func width(of descriptor: Int32) -> Int {
    if let columns = variable("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    return SystemCalls.columns(descriptor) ?? 80
  }
}
