/// What the target is called.
public let name = "Arguments"
