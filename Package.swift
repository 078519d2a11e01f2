// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Optimizes a target in debug builds too, and keeps its assertions.
///
/// Unoptimized, these targets would take most of the tests' time.
let optimized: [SwiftSetting] = [
  .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

/// Compiles a target for size in release builds, because little time is spent in its code.
let compact: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Returns a Swift target with the shared settings.
///
/// - Parameter folder: Its folder in `Sources`, which has its name.
func module(
  _ folder: String,
  _ dependencies: [Target.Dependency],
  _ more: [SwiftSetting] = []
) -> Target {
  .target(
    name: folder.split(separator: "/").last.map(String.init) ?? folder,
    dependencies: dependencies,
    path: "Sources/" + folder,
    swiftSettings: settings + more
  )
}

/// Returns a test target with the shared settings.
func tests(
  _ name: String,
  _ dependencies: [Target.Dependency],
  exclude: [String] = [],
  linkerSettings: [LinkerSetting] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies,
    exclude: exclude,
    swiftSettings: settings,
    linkerSettings: linkerSettings
  )
}

/// The folders with the headers of libsecret and GLib.
///
/// The compiler ignores folders that don't exist.
///
/// A system library target would find the headers with pkg-config, but would also link both
/// libraries. The program loads them at first use instead.
let secretHeaders = [
  "/usr/include/libsecret-1", "/usr/include/glib-2.0",
  "/usr/lib/x86_64-linux-gnu/glib-2.0/include", "/usr/lib/aarch64-linux-gnu/glib-2.0/include",
  "/usr/lib64/glib-2.0/include", "/usr/lib/glib-2.0/include",
]

let parser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

let package = Package(
  name: "imagefeed",
  products: [.executable(name: "imagefeed", targets: ["imagefeed"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CNcurses",
      path: "Sources/C/CNcurses",
      providers: [.apt(["libncurses-dev"])]
    ),
    .systemLibrary(
      name: "CImaging",
      path: "Sources/C/CImaging",
      pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev", "zlib1g-dev"])]
    ),
    .systemLibrary(
      name: "CQRCode",
      path: "Sources/C/CQRCode",
      pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"])]
    ),
    .systemLibrary(
      name: "CMessageDigest",
      path: "Sources/C/CMessageDigest",
      pkgConfig: "libmd",
      providers: [.apt(["libmd-dev"])]
    ),
    .systemLibrary(name: "CVector", path: "Sources/C/CVector"),
    .target(name: "CPlatform", path: "Sources/C/CPlatform"),
    .target(name: "CColor", dependencies: ["CPlatform"], path: "Sources/C/CColor"),
    .target(name: "CCurl", dependencies: ["CPlatform"], path: "Sources/C/CCurl"),
    .target(name: "CMicroHTTPD", dependencies: ["CPlatform"], path: "Sources/C/CMicroHTTPD"),
    .target(
      name: "CSecret",
      dependencies: ["CPlatform"],
      path: "Sources/C/CSecret",
      cSettings: [.unsafeFlags(secretHeaders.map { "-I" + $0 })]
    ),

    module("Base/Platform", ["CPlatform", "CMessageDigest"]),
    module("Base/Model", [], optimized),
    module("Base/Canvas", [], optimized),
    module("Base/Disk", ["Model", "Platform"]),
    module("Base/HTTP", ["Model", "CCurl", "Platform"]),

    module("Core/AppCore", ["Model", "Canvas"], optimized),

    module("Interface/Localization", ["Model", "Canvas", "AppCore"], compact),
    module("Interface/Screens", ["Model", "Canvas", "AppCore", "Localization"], optimized),
    module("Interface/Terminal", ["Canvas", "CNcurses", "Platform"], optimized),

    module("Pixels/JPEGBlockMeans", ["Canvas"], optimized),
    module(
      "Pixels/Imaging",
      ["Canvas", "JPEGBlockMeans", "CImaging", "CColor", "CQRCode", "CVector", "Platform"],
      optimized
    ),
    module(
      "Pixels/Pictures",
      ["Model", "Canvas", "Imaging", "HTTP", "Platform", logging],
      optimized
    ),

    module("Services/ServiceAPI", ["Model", "HTTP", logging], optimized),
    module(
      "Services/Accounts",
      [
        "Model", "HTTP", "Platform", "Disk", "ServiceAPI", "CMicroHTTPD", "CSecret", logging,
      ],
      compact
    ),
    module("Services/Unsplash", ["Model", "HTTP", "Platform", "ServiceAPI", "Accounts", logging]),
    module("Services/VK", ["Model", "HTTP", "Platform", "ServiceAPI", "Accounts", logging]),
    module("Services/Commons", ["Model", "HTTP", "Platform", "ServiceAPI"]),
    module("Services/Catalogue", ["Platform", "ServiceAPI", "Unsplash", "VK", "Commons"]),

    module("Local/Settings", ["Model", "Platform", "Disk", "ServiceAPI"], compact),
    module(
      "Local/Files",
      ["Model", "Canvas", "HTTP", "Imaging", "Platform", "Disk", "ServiceAPI"],
      compact
    ),
    module("Local/Storage", ["Model", "Platform", grdb]),

    module(
      "Demo/DemoServer",
      ["Model", "Canvas", "Imaging", "Platform", "CMicroHTTPD"],
      optimized
    ),
    module("Demo/DemoControl", ["DemoServer", "Platform"], optimized),

    module(
      "Run/EffectHandling",
      [
        "Model", "AppCore", "HTTP", "Imaging", "Disk", "ServiceAPI", "Settings",
        "Accounts", "Files", "Catalogue", "Storage", "Platform", logging,
      ],
      compact
    ),
    module(
      "Run/Runtime",
      [
        "Model", "Canvas", "AppCore", "Localization", "Screens", "Imaging", "HTTP",
        "Pictures", "Disk", "ServiceAPI", "Settings", "Accounts", "Files", "Catalogue", "Storage",
        "EffectHandling", "Terminal", "DemoServer", "DemoControl", "Platform", logging,
      ]
    ),

    module(
      "CommandLine/Shell",
      [
        "Model", "Canvas", "AppCore", "Localization", "HTTP", "Imaging", "Pictures",
        "Disk", "ServiceAPI", "Settings", "Accounts", "Files", "Catalogue", "Storage", "Terminal",
        "DemoServer", "DemoControl", "EffectHandling", "Runtime", "Platform", logging,
        parser,
      ],
      compact
    ),
    .executableTarget(
      name: "imagefeed",
      dependencies: ["Shell"],
      path: "Sources/CommandLine/imagefeed",
      swiftSettings: settings,
      // Packed relocations: 2 MB less to read at launch. A shared libstdc++ would add 0.9 ms and
      // 1.3 MiB to each launch, for binding its symbols.
      linkerSettings: [
        .unsafeFlags([
          "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
          "-Xlinker", "-l:libstdc++.a", "-Xlinker", "--remap-inputs=*/libstdc++.so=/dev/null",
          "-Xclang-linker", "-static-libgcc",
        ])
      ]
    ),

    tests(
      "CoreTests",
      [
        "Model", "Canvas", "AppCore", "Localization", "Screens", "JPEGBlockMeans",
        "Imaging", "CImaging", "Platform", "Unsplash", "VK", "Harness", customDump,
      ],
      exclude: ["Screens/__Snapshots__", "Imaging/__Snapshots__"]
    ),
    tests(
      "ServiceTests",
      [
        "Model", "HTTP", "Disk", "ServiceAPI", "Settings", "Accounts", "Files", "Unsplash", "VK",
        "Commons", "Catalogue", "Pictures", "DemoServer", "DemoControl", "Imaging", "Canvas",
        "Platform",
        "AppCore", "Localization", "Screens", "Storage", "Terminal", "EffectHandling",
        "Shell", "Runtime", "Harness", "FuzzTargets", "ScriptedService", "CSecret", logging, grdb,
        parser,
      ],
      // The tests replace the C library's name resolver: see TestResolver.
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=getaddrinfo"])]
    ),
    tests("TerminalTests", ["Canvas", "Terminal", "Platform", "CNcurses", "Harness"]),
    .target(
      name: "Harness",
      dependencies: ["Platform", "Model", "Storage"],
      path: "Tests/Harness",
      swiftSettings: settings
    ),
    // The parsers that `make fuzz` tests. The unit tests repeat the failures found so far.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Model", "Canvas", "Imaging", "HTTP", "Disk", "Files", "ServiceAPI", "Settings", "Accounts",
        "Unsplash", "VK", "Commons", "Catalogue", "Storage", "Terminal", "Platform", "AppCore",
        "Localization", "Screens", logging, grdb,
      ],
      path: "Tests/FuzzTargets",
      swiftSettings: settings
    ),
    // Downloads files until it is killed: see DownloadKillTests.
    .executableTarget(
      name: "download-writer",
      dependencies: [
        "AppCore", "HTTP", "Model", "EffectHandling", "Files", "Unsplash", "Storage",
        logging,
      ],
      path: "Tests/DownloadWriter",
      swiftSettings: settings
    ),
    // A service without accounts, and the program with it: see ScriptedServiceTests.
    .target(
      name: "ScriptedService",
      dependencies: ["Model", "HTTP", "ServiceAPI"],
      path: "Tests/ScriptedService",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "scripted-imagefeed",
      dependencies: ["Shell", "Catalogue", "ScriptedService"],
      path: "Tests/ScriptedProgram",
      swiftSettings: settings
    ),
    // Writes to a database until it is killed: see StorageKillTests.
    .executableTarget(
      name: "storage-writer",
      dependencies: ["Model", "Storage"],
      path: "Tests/StorageWriter",
      swiftSettings: settings
    ),
    // Reserves slots of the rate limit like another running instance: see RateLimiterTests.
    .executableTarget(
      name: "pace-taker",
      dependencies: ["HTTP", "Platform"],
      path: "Tests/PaceTaker",
      swiftSettings: settings
    ),
    tests("EndToEndTests", ["Harness", "Platform", "Model", "Storage"]),
    .executableTarget(
      name: "imagefeed-bench",
      dependencies: ["Harness", "Platform", "Model", "Canvas", "Imaging"],
      path: "Benchmarks/Sources",
      swiftSettings: settings
    ),
  ]
)

// Its `main` comes from libFuzzer, which only `scripts/fuzz` links.
if Context.environment["IMAGEFEED_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "imagefeed-fuzz",
      dependencies: ["FuzzTargets", "Platform"],
      path: "Tests/Fuzz",
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]
    )
  )
}
