public let name = "Console"
