// swift-tools-version: 6.2
import PackageDescription

/// Tests: a warning would be seen once, by whoever compiles the file first, and never again.
let tested: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A release is one static file without symbols; a profiler wants them (`CARDCTL_SYMBOLS=1`).
let stripping = Context.environment["CARDCTL_SYMBOLS"] == nil ? ["-Xlinker", "-s"] : []

/// Whether the package is worked on, and not a version that another package depends on.
///
/// The package manager allows such a version no unsafe flags.
let isWorkingCopy = Context.gitInformation != nil && Context.gitInformation?.currentTag == nil

/// While it is worked on, what is tested is optimised too, or the tests would take longer.
///
/// Assertions stay. A debugger shows more without (`CARDCTL_DEBUGGER=1`).
let tuned: [SwiftSetting] =
  isWorkingCopy && Context.environment["CARDCTL_DEBUGGER"] == nil
  ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : []

/// Every target: no existential without `any`, every member's module imported by name, and each
/// unsafe expression marked where it stands.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ] + tuned

/// For what runs once in a process: its size counts, not its speed.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// The fuzzers, where `Tests/Fuzz/run` asks for them: they want a sanitizer in everything.
let fuzzers: [Target] =
  Context.environment["CARDCTL_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CardCommands", "CardArguments", "CardProcessing", "ContentCardKit", "CardPlatform",
        "CardJSON",
      ],
      path: "Tests/Fuzz/Sources",
      swiftSettings: [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer,address"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
  ]

let package = Package(
  name: "cardctl",
  platforms: [.macOS(.v13), .iOS(.v15)],
  products: [
    .executable(name: "cardctl", targets: ["cardctl"]),
    .library(name: "ContentCardKit", targets: ["ContentCardKit", "ContentCardKitAsync"]),
  ],
  targets: [
    .executableTarget(
      name: "cardctl",
      dependencies: ["CardCommands", "CardPlatform"],
      swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(
          ["-static-executable", "-use-ld=lld", "-Xlinker", "--icf=all"] + stripping,
          .when(platforms: [.linux], configuration: .release))
      ]
    ),
    .target(
      name: "CardCommands",
      dependencies: [
        "CardArguments", "CardRules", "CardProcessing", "ContentCardKit", "EventJournal",
        "CardPlatform", "CardJSON",
      ],
      swiftSettings: strict),
    .target(name: "CardArguments", dependencies: ["CardJSON"], swiftSettings: strict + small),
    .target(
      name: "EventJournal", dependencies: ["CardPlatform", "CardJSON"],
      swiftSettings: strict),
    .target(name: "CardPlatform", dependencies: ["CardJSON", "CardLibC"], swiftSettings: strict),
    .target(
      name: "CardRules", dependencies: ["CardProcessing", "ContentCardKit", "CardJSON"],
      swiftSettings: strict),
    .target(
      name: "CardProcessing", dependencies: ["ContentCardKit", "CardJSON"],
      swiftSettings: strict),
    .target(name: "ContentCardKit", dependencies: ["CardJSON"], swiftSettings: strict),
    // Apart, because the runtime of concurrency would make the tool a megabyte larger.
    .target(name: "ContentCardKitAsync", dependencies: ["ContentCardKit"], swiftSettings: strict),
    .target(name: "CardJSON", dependencies: ["CardLibC"], swiftSettings: strict),
    .target(name: "CardLibC"),
    .testTarget(
      name: "ArgumentsTests", dependencies: ["CardArguments", "CardJSON"], swiftSettings: tested),
    .testTarget(name: "CardJSONTests", dependencies: ["CardJSON"], swiftSettings: tested),
    .testTarget(
      name: "ContentCardKitTests",
      dependencies: [
        "CardRules", "CardProcessing", "ContentCardKit", "ContentCardKitAsync", "CardJSON",
      ],
      swiftSettings: tested),
    .testTarget(
      name: "CardRulesTests",
      dependencies: ["CardRules", "CardProcessing", "ContentCardKit", "CardJSON"],
      swiftSettings: tested),
    .testTarget(
      name: "PlatformTests", dependencies: ["CardPlatform", "CardJSON"], swiftSettings: tested),
    .testTarget(
      name: "EventJournalTests", dependencies: ["EventJournal", "CardPlatform", "CardJSON"],
      swiftSettings: tested),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "CardCommands", "CardArguments", "CardRules", "CardProcessing", "ContentCardKit",
        "EventJournal", "CardPlatform", "CardJSON", "cardctl",
      ],
      exclude: ["Cases", "Faults/faults.c", "Readme/Sample.md"], swiftSettings: tested),
  ] + fuzzers,
  swiftLanguageModes: [.v6]
)
