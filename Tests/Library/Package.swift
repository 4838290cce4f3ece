// swift-tools-version: 6.2
import PackageDescription

// An app of somebody else's that uses the library: it has to build and to print what it says.
let package = Package(
  name: "LoyaltyApp",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "cardctl", path: "../..")],
  targets: [
    .executableTarget(
      name: "LoyaltyApp", dependencies: [.product(name: "ContentCards", package: "cardctl")])
  ]
)
