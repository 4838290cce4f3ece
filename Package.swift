// swift-tools-version: 6.2
import PackageDescription

/// Whether a release omits symbols; `CARDCTL_SYMBOLS=1` keeps them for a profiler.
let isStripped = Context.environment["CARDCTL_SYMBOLS"] == nil
let stripping = isStripped ? ["-Xlinker", "-s"] : []

/// Omits the debug information of a release that is stripped anyway.
///
/// Making it takes a tenth of the build. The package manager adds its own `-g` last, which only the
/// frontend's option overrides.
let noDebugInfo = isStripped ? ["-Xfrontend", "-gnone"] : []

/// Whether the command runs in the directory of this package, and not in that of a package that
/// depends on it.
///
/// The package manager refuses unsafe flags in a version that another package depends on. It reads
/// the manifest of such a version in its checkout, and first in `/`, without a checkout.
let isBuiltItself =
  Context.packageDirectory != "/" && Context.environment["PWD"] == Context.packageDirectory

/// Whether debug builds are for tests, which need no debug information.
///
/// `CARDCTL_DEBUGGER=1` builds for a debugger instead.
let isForTests = isBuiltItself && Context.environment["CARDCTL_DEBUGGER"] == nil

/// Settings that omit debug information, which takes a seventh of the build of the tests.
let bare: [SwiftSetting] =
  isForTests ? [.unsafeFlags(["-Xfrontend", "-gnone"], .when(configuration: .debug))] : []

/// Settings that also optimize debug builds, so that tests are fast.
///
/// Assertions stay.
let tuned: [SwiftSetting] =
  isForTests
  ? bare + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : []

/// Settings of tests: a warning is an error, because it would appear only in the first build.
let tested: [SwiftSetting] = [.treatAllWarnings(as: .error)] + bare

/// Settings of releases of this package.
let released: [SwiftSetting] =
  isBuiltItself && !noDebugInfo.isEmpty
  ? [.unsafeFlags(noDebugInfo, .when(configuration: .release))] : []

/// Settings that hide regular expressions and searches in text of the standard library, because one
/// use of them adds a megabyte to the tool.
let withoutRegex: [SwiftSetting] =
  isBuiltItself
  ? [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])] : []

/// Settings of every target: existentials need `any`, the module of every member is imported, and
/// each unsafe expression is marked.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ] + withoutRegex

/// Settings of code that runs for each byte or card.
///
/// What such code calls in another module for each of them is `public`, because only that is inlined
/// there: with `package` in `CardJSON`, a table as CSV takes nine times as many instructions.
let fast = strict + tuned + released

/// Settings of code that runs once in a process or once for a card, so that its size matters more.
///
/// They make the commands 1 to 4 % slower, and the program 300 KB smaller. Debug builds do not
/// optimize this code: that would take longer than what the tests gain.
let small =
  strict + bare + [.unsafeFlags(["-Osize"] + noDebugInfo, .when(configuration: .release))]

/// The fuzzers, if `Tests/Fuzz/run` requests them: they need a sanitizer in every target.
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
  platforms: [
    .macOS(.v13), .iOS(.v15), .macCatalyst(.v15), .tvOS(.v15), .visionOS(.v1),
  ],
  products: [
    .executable(name: "cardctl", targets: ["cardctl"]),
    .library(name: "ContentCardKit", targets: ["ContentCardKit", "ContentCardKitAsync"]),
    .library(name: "ContentCardKitFoundation", targets: ["ContentCardKitFoundation"]),
  ],
  targets: [
    .executableTarget(
      name: "cardctl",
      dependencies: ["CardCommands", "CardPlatform"],
      swiftSettings: fast,
      linkerSettings: [
        .unsafeFlags(
          [
            "-static-executable", "-use-ld=lld", "-Xlinker", "--icf=all",
            // Nothing in the program unwinds the stack, so that it needs no index of frames.
            "-Xlinker", "--no-eh-frame-hdr",
          ] + stripping,
          .when(platforms: [.linux], configuration: .release))
      ]
    ),
    .target(
      name: "CardCommands",
      dependencies: [
        "CardArguments", "CardRules", "CardProcessing", "ContentCardKit", "EventJournal",
        "CardPage", "CardHelp", "CardPlatform", "CardJSON",
      ],
      swiftSettings: small),
    .target(name: "CardArguments", dependencies: ["CardJSON"], swiftSettings: small),
    .target(
      name: "EventJournal", dependencies: ["CardPlatform", "CardJSON"],
      swiftSettings: fast),
    .target(name: "CardPlatform", dependencies: ["CardJSON", "CardLibC"], swiftSettings: fast),
    .target(
      name: "CardRules",
      dependencies: ["CardProcessing", "ContentCardKit", "CardJSON", "CardHelp"],
      swiftSettings: fast),
    .target(
      name: "CardProcessing", dependencies: ["ContentCardKit", "CardJSON"],
      swiftSettings: fast),
    .target(name: "ContentCardKit", dependencies: ["CardJSON"], swiftSettings: fast),
    // A separate target, because the concurrency runtime would add a megabyte to the tool.
    .target(name: "ContentCardKitAsync", dependencies: ["ContentCardKit"], swiftSettings: fast),
    // A separate target, because Foundation would add tens of megabytes to the tool.
    .target(
      name: "ContentCardKitFoundation", dependencies: ["ContentCardKit"], swiftSettings: fast),
    .target(name: "CardJSON", dependencies: ["CardLibC"], swiftSettings: fast),
    .target(name: "CardLibC", swiftSettings: strict),
    // The files of the page of `inspect --to html`, which one file of C embeds.
    .target(
      name: "CardPage",
      exclude: ["page.html", "page.css", "elements.js", "cards.js", "page.js"]),
    // The text of the manual, of the rules and the completion scripts, which one file of C embeds.
    .target(
      name: "CardHelp",
      exclude: [
        "tool.md", "convert.md", "inspect.md", "log.md", "validate.md", "formats.md", "inputs.md",
        "recipes.md", "rules",
      ]),
    // What several test targets need.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: tested),
    .testTarget(
      name: "ArgumentsTests", dependencies: ["CardArguments", "CardJSON", "TestSupport"],
      swiftSettings: tested),
    .testTarget(
      name: "CardJSONTests", dependencies: ["CardJSON", "TestSupport"], swiftSettings: tested),
    .testTarget(
      name: "ContentCardKitTests",
      dependencies: [
        "CardRules", "CardProcessing", "ContentCardKit", "ContentCardKitAsync", "CardJSON",
        "TestSupport",
      ],
      swiftSettings: tested),
    .testTarget(
      name: "CardRulesTests",
      dependencies: ["CardRules", "CardProcessing", "ContentCardKit", "CardJSON", "TestSupport"],
      swiftSettings: tested),
    .testTarget(
      name: "PlatformTests", dependencies: ["CardPlatform", "CardJSON", "TestSupport"],
      swiftSettings: tested),
    .testTarget(
      name: "EventJournalTests",
      dependencies: ["EventJournal", "CardPlatform", "CardJSON", "TestSupport"],
      swiftSettings: tested),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "CardCommands", "CardArguments", "CardRules", "CardProcessing", "ContentCardKit",
        "EventJournal", "CardPlatform", "CardJSON", "cardctl", "TestSupport",
      ],
      exclude: ["Cases", "Faults/faults.c", "Readme/Sample.md"], swiftSettings: tested),
  ] + fuzzers,
  swiftLanguageModes: [.v6]
)
