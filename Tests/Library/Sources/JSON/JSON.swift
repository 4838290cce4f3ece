public let name = "JSON"
