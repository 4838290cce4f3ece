public let name = "Arguments"
