/// The name of the target.
public let name = "JSON"
