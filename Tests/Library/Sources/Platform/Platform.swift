public let name = "Platform"
