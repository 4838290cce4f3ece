public let name = "Commands"
