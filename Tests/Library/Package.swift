// swift-tools-version: 6.2
import PackageDescription

// Apps that depend on a tagged release of the library. They must build, and print `expected.txt`.
// `check` makes the release from this checkout.
let clone = Context.environment["CARDCTL_CLONE"] ?? "../.."

/// `check` first takes the branch of a release, for which unsafe settings are accepted.
let cardctl: Package.Dependency =
  Context.environment["CARDCTL_BRANCH"].map { .package(url: clone, branch: $0) }
  ?? .package(url: clone, exact: "0.1.0")

/// Names of targets that an app may have and that must not hide one of ours.
let names = ["Platform", "Commands", "Arguments", "JSON", "Console"]
let library: Target.Dependency = .product(name: "ContentCardKit", package: "cardctl")
let foundation: Target.Dependency = .product(name: "ContentCardKitFoundation", package: "cardctl")

let package = Package(
  name: "Apps",
  platforms: [.macOS(.v13), .iOS(.v15)],
  dependencies: [cardctl],
  targets: [
    .executableTarget(name: "GuideApp", dependencies: [library, "SDKStub"]),
    .executableTarget(
      name: "BrazeKitApp", dependencies: [library, foundation, "BrazeKitStub"],
      swiftSettings: [
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    .executableTarget(name: "ObjectsBenchmark", dependencies: [library]),
    .target(name: "SDKStub"),
    .target(name: "BrazeKitStub"),
    .executableTarget(name: "ReadmeApp", dependencies: [library]),
    .executableTarget(name: "ThreadApp", dependencies: [library, foundation]),
    .executableTarget(
      name: "MainActorApp", dependencies: [library],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "NamesApp", dependencies: [library] + names.map { .target(name: $0) }),
  ] + names.map { .target(name: $0) }
)
