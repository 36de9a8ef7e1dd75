// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import Foundation
import PackageDescription

/// One set of settings for every Swift target.
let strict: [SwiftSetting] = [
  // Data races are compile errors; the daemon's single thread is checked, not promised.
  .swiftLanguageMode(.v6),
  // Every line that steps outside memory safety has to say `unsafe`.
  .strictMemorySafety(),
  // A warning nobody has to read is a warning nobody reads.
  .treatAllWarnings(as: .error),
  // `any` is written out, so that an existential on the frame path is seen in review.
  .enableUpcomingFeature("ExistentialAny"),
  // Members come only from modules that the file imports itself: the module table stays true.
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // Functions that return or hold a span.
  .enableExperimentalFeature("Lifetimes"),
  // The index for editors is of this package alone: that of the system takes a third of the time in which
  // tests are compiled.
  .unsafeFlags(
    ["-index-ignore-system-modules", "-index-ignore-clang-modules"],
    .when(configuration: .debug)
  ),
]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)

/// Optimised in debug builds too: tests that paint, play hours of frames or lay out each character, and compare with
/// references of their own, take ten times as long without it.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A library target of the daemon.
func module(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict + settings)
}

/// A test target named after what it tests.
func tests(
  _ name: String,
  _ dependencies: [Target.Dependency],
  exclude: [String] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: dependencies + ["TestSupport"],
    exclude: exclude,
    swiftSettings: strict + settings
  )
}

/// A C library that Debian provides, found through pkg-config.
func system(_ name: String, _ pkgConfig: String, _ debian: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([debian])])
}

let package = Package(
  name: "swell",
  products: [
    .executable(name: "swelld", targets: ["swelld"]),
    .executable(name: "swellctl", targets: ["swellctl"]),
    .executable(name: "swell-preview", targets: ["swell-preview"]),
    .executable(name: "swell-probe", targets: ["swell-probe"]),
  ],
  dependencies: [
    // Exact, as no Package.resolved is committed: docs/workarounds.md.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    // MARK: C libraries
    .target(name: "CLinux"),
    .target(name: "CTOML"),
    // The heap of a program that forgets what it frees; linked by programs alone.
    .target(name: "CHeap"),
    // What the linker was told about the commit.
    .target(name: "CRelease"),
    // Windows of a desktop, by SDL 2; the daemon does not link it.
    .target(name: "CSDL", linkerSettings: [.linkedLibrary("SDL2")]),
    // Stores as wide as the processor has them.
    .systemLibrary(name: "CPixels"),
    // libsystemd's sd-bus, opened when it is needed; for the client alone.
    .target(name: "CSystemBus"),
    // libxkbcommon, opened when keys are read.
    .target(name: "CXKBCommon"),
    // libjpeg-turbo, opened while an image is decoded.
    .target(name: "CTurboJPEG"),
    // libqrencode, opened while a code is made.
    .target(name: "CQREncode"),
    system("CDRM", "libdrm", "libdrm-dev"),
    system("CEvdev", "libevdev", "libevdev-dev"),
    system("CUdev", "libudev", "libudev-dev"),
    system("CFreeType", "freetype2", "libfreetype-dev"),
    system("CHarfBuzz", "harfbuzz", "libharfbuzz-dev"),
    system("CFriBidi", "fribidi", "libfribidi-dev"),
    system("CFontconfig", "fontconfig", "libfontconfig-dev"),
    system("CUnibreak", "libunibreak", "libunibreak-dev"),
    system("CPNG", "libpng", "libpng-dev"),
    // The independent renderer of tests and benchmarks; no program links it.
    system("CCairo", "cairo", "libcairo2-dev"),

    // MARK: Pure modules: no system calls, no clock, no logging
    module("MonotonicTime"),
    module("Notices", ["MonotonicTime"]),
    module("PlainText"),
    module("JSON", ["PlainText"]),
    module("TOMLReading", ["PlainText"]),
    module("Geometry", settings: optimised),
    module("Motion", ["MonotonicTime"], settings: optimised),
    module(
      "Presentation",
      ["Geometry", "MonotonicTime", "Notices"],
      settings: optimised
    ),
    module("Touch", ["Geometry", "MonotonicTime", "Notices", "PlainText"]),
    module("Raster", ["CPixels", "Geometry"], settings: optimised),
    module(
      "Widgets",
      [
        "PlainText", "Geometry", "JSON", "MonotonicTime", "Motion", "Raster", "TOMLReading",
        "Touch",
      ]
    ),
    module("Control", ["CRelease", "Geometry", "JSON", "PlainText", "Touch", "Widgets"]),
    module("Following", ["Control", "MonotonicTime", "PlainText"]),

    // MARK: Modules that meet the machine
    module("LinuxSystem", ["CLinux", "MonotonicTime", "PlainText"]),
    module(
      "Typography",
      [
        "CFontconfig", "CFreeType", "CFriBidi", "CHarfBuzz", "CUnibreak", "Geometry", "PlainText",
        "Raster",
      ],
      settings: optimised
    ),
    module(
      "Jobs",
      ["Control", "JSON", "LinuxSystem", "MonotonicTime", "PlainText", "Widgets"]
    ),
    module("Keyboard", ["CXKBCommon", "MonotonicTime", "Touch"]),
    module("Imaging", ["CPNG", "CQREncode", "CTurboJPEG", "Geometry", "Raster"]),
    module(
      "Configuration",
      [
        "CTOML", "Geometry", "JSON", "Keyboard", "PlainText", "Presentation", "Raster",
        "TOMLReading", "Widgets",
      ]
    ),
    module(
      "KMS",
      ["CDRM", "CUdev", "Geometry", "LinuxSystem", "MonotonicTime", "Notices", "Presentation"]
    ),
    module(
      "Evdev",
      [
        "CEvdev", "CUdev", "Geometry", "Keyboard", "LinuxSystem", "MonotonicTime", "Notices",
        "Touch",
      ]
    ),
    module("Backlight", ["LinuxSystem", "PlainText", "Presentation"]),
    module(
      "DeviceSettings",
      ["Configuration", "Evdev", "Geometry", "KMS", "MonotonicTime", "Touch"]
    ),
    module(
      "DisplayServer",
      [
        "Configuration", "Control", "PlainText", "Geometry", "Imaging", "Jobs", "JSON",
        "Keyboard", "LinuxSystem", "MonotonicTime", "Notices", "Presentation", "Raster",
        "TOMLReading", "Touch", "Typography", "Widgets",
      ]
    ),
    // The server on a virtual display, for programs that show scenes without one; the daemon does not link it.
    module(
      "VirtualTime",
      [
        "Configuration", "Control", "DisplayServer", "Geometry", "LinuxSystem", "MonotonicTime",
        "Presentation", "Touch", "Widgets",
      ]
    ),

    // MARK: Programs
    .executableTarget(
      name: "swelld",
      dependencies: [
        "Backlight", "CHeap", "Configuration", "Control", "DeviceSettings", "DisplayServer",
        "Evdev", "Geometry", "KMS", "Imaging", "LinuxSystem", "MonotonicTime", "PlainText",
        "Presentation", "Raster", "TOMLReading", "Touch", "Typography", "Widgets",
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "swellctl",
      dependencies: [
        "Backlight", "CSystemBus", "Configuration", "Control", "DeviceSettings", "Evdev",
        "Following",
        "Geometry", "Imaging", "JSON", "KMS", "LinuxSystem", "MonotonicTime", "Notices",
        "PlainText", "Presentation", "Raster", "TOMLReading", "Touch", "Widgets", argumentParser,
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "swell-preview",
      dependencies: [
        "CHeap", "CSDL", "Configuration", "Control", "DisplayServer", "Geometry", "Imaging",
        "Keyboard",
        "LinuxSystem", "MonotonicTime", "PlainText", "Presentation", "Raster", "TOMLReading",
        "Touch", "Typography", "VirtualTime", "Widgets",
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "swell-probe",
      dependencies: [
        "Configuration", "Control", "DisplayServer", "Geometry", "Imaging", "JSON", "LinuxSystem",
        "MonotonicTime", "Motion", "Presentation", "Raster", "TOMLReading", "Touch", "VirtualTime",
        "Widgets",
      ],
      swiftSettings: strict
    ),

    // MARK: Benchmarks
    .executableTarget(
      name: "swell-bench",
      dependencies: [
        "CCairo", "Configuration", "Control", "DisplayServer", "Geometry", "Imaging", "JSON", "KMS",
        "LayerPainting", "LayerTrials", "LinuxSystem", "MonotonicTime", "Motion", "Presentation",
        "Raster", "Touch", "VirtualTime", "Widgets",
      ],
      path: "Benchmarks/swell-bench",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "swell-soak",
      dependencies: [
        "Configuration", "Control", "DisplayServer", "Geometry", "LinuxSystem", "MonotonicTime",
        "Presentation", "RequestWords", "TestSupport", "VirtualTime",
      ],
      path: "Benchmarks/swell-soak",
      swiftSettings: strict
    ),

    // MARK: Tests
    .target(
      name: "TestSupport",
      dependencies: ["Geometry"],
      path: "Tests/TestSupport",
      swiftSettings: strict + optimised
    ),
    // Requests as tests say them.
    .target(
      name: "RequestWords",
      dependencies: ["Control", "JSON", "Widgets"],
      path: "Tests/RequestWords",
      swiftSettings: strict
    ),
    // Layers steered by snapshots and scenes without materials, for tests and benchmarks.
    .target(
      name: "LayerPainting",
      dependencies: ["Geometry", "MonotonicTime", "Raster", "Widgets"],
      path: "Tests/LayerPainting",
      swiftSettings: strict + optimised
    ),
    // Layers of every kind that anything happens to, for tests and fuzzers.
    .target(
      name: "LayerTrials",
      dependencies: ["Geometry", "Raster", "TestSupport"],
      path: "Tests/LayerTrials",
      swiftSettings: strict + optimised
    ),
    // Displays that are as rude as real ones, for the frame clock.
    .target(
      name: "RudeDisplays",
      dependencies: ["MonotonicTime", "Presentation", "TestSupport"],
      path: "Tests/RudeDisplays",
      swiftSettings: strict + optimised
    ),
    // Scenes in virtual time on small panels, and what their screens show.
    .target(
      name: "VirtualKiosk",
      dependencies: [
        "Configuration", "Control", "DisplayServer", "Geometry", "JSON", "LinuxSystem",
        "MonotonicTime", "Presentation", "Touch", "VirtualTime", "Widgets",
      ],
      path: "Tests/VirtualKiosk",
      swiftSettings: strict + optimised
    ),
    // Counts the heap allocations of a thread, for the tests that allow none.
    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    // Counts the system calls of a thread.
    .target(name: "CSystemCallCounter", path: "Tests/CSystemCallCounter"),
    .executableTarget(
      name: "frame-check",
      dependencies: [
        "CAllocationCounter", "CLinux", "CSystemCallCounter", "Configuration", "Control",
        "DisplayServer", "Geometry", "JSON", "LayerTrials", "LinuxSystem", "MonotonicTime",
        "Presentation", "TestSupport", "Touch", "VirtualTime", "Widgets",
      ],
      path: "Tests/FrameCheck",
      swiftSettings: strict
    ),
    tests("GeometryTests", ["Geometry"], settings: optimised),
    tests(
      "PresentationTests",
      ["Geometry", "MonotonicTime", "Presentation", "RudeDisplays"],
      settings: optimised
    ),
    tests("LinuxSystemTests", ["CLinux", "LinuxSystem", "MonotonicTime", "PlainText"]),
    tests(
      "DisplayServerTests",
      [
        "Configuration", "Control", "DisplayServer", "Geometry", "Imaging", "JSON",
        "LinuxSystem", "MonotonicTime", "Motion", "Presentation", "Raster", "RequestWords",
        "TOMLReading", "Touch", "Typography", "VirtualKiosk", "VirtualTime", "Widgets",
      ]
    ),
    tests(
      "ProcessTests",
      [
        "Configuration", "Control", "Geometry", "Imaging", "JSON", "KMS", "LinuxSystem",
        "MonotonicTime",
        "PlainText", "Touch",
        "Raster", "RequestWords", "Typography", "Widgets", "swelld", "swellctl", "swell-preview",
        "swell-probe",
      ]
    ),
    tests(
      "PictureTests",
      [
        "Configuration", "Control", "DisplayServer", "Geometry", "JSON", "LinuxSystem",
        "MonotonicTime", "Presentation", "Raster", "RequestWords", "Touch", "Typography",
        "VirtualKiosk", "VirtualTime", "Widgets",
      ],
      settings: optimised
    ),
    tests("BacklightTests", ["Backlight", "LinuxSystem", "Presentation"]),
    tests("NoticesTests", ["MonotonicTime", "Notices"]),
    tests("MotionTests", ["MonotonicTime", "Motion"], settings: optimised),
    tests("TouchTests", ["Geometry", "MonotonicTime", "Notices", "Touch"]),
    tests("KeyboardTests", ["Keyboard", "MonotonicTime", "Touch", "Widgets"]),
    tests("RasterTests", ["CCairo", "Geometry", "LayerTrials", "Raster"], settings: optimised),
    tests(
      "WidgetsTests",
      [
        "Geometry", "JSON", "LayerPainting", "LayerTrials", "MonotonicTime", "Motion", "Raster",
        "TOMLReading", "Touch", "Widgets",
      ],
      settings: optimised
    ),
    tests("PlainTextTests", ["PlainText"]),
    tests("FollowingTests", ["Following", "MonotonicTime"], exclude: ["Recordings"]),
    tests("ControlTests", ["Control", "JSON", "PlainText", "Raster", "RequestWords", "Widgets"]),
    tests("TypographyTests", ["Geometry", "Raster", "Typography"], settings: optimised),
    tests("ImagingTests", ["Geometry", "Imaging", "Raster"]),
    tests(
      "ConfigurationTests",
      [
        "Configuration", "Geometry", "Keyboard", "Motion", "Presentation", "Raster", "TOMLReading",
        "Touch", "Widgets",
      ]
    ),
    tests(
      "KMSTests",
      ["Geometry", "KMS", "LinuxSystem", "MonotonicTime", "Notices", "Presentation"]
    ),
    tests(
      "EvdevTests",
      [
        "CEvdev", "Evdev", "Geometry", "Keyboard", "LinuxSystem", "MonotonicTime", "Notices",
        "Touch",
      ],
      exclude: ["Traces"]
    ),
    tests(
      "ProbeTests",
      ["Control", "Geometry", "Imaging", "JSON", "swell-probe"],
      settings: optimised
    ),
  ],
  cxxLanguageStandard: .cxx17
)

// Sanitizers and mutants build some test targets and what these need: SWELL_TESTS names them.
if let named = Context.environment["SWELL_TESTS"] {
  var wanted = Set(named.split(separator: " ").map(String.init))
  var isComplete = false
  while !isComplete {
    let count = wanted.count
    for target in package.targets where wanted.contains(target.name) {
      for dependency in target.dependencies {
        switch dependency {
        case .targetItem(let name, _), .byNameItem(let name, _): wanted.insert(name)
        default: break
        }
      }
    }
    isComplete = count == wanted.count
  }
  package.targets.removeAll { !wanted.contains($0.name) }
  package.products = []
  // Where there is no XCTest, which the package manager's own runner wants, they are linked to a plain program. Under
  // an emulator that cannot start itself anew, tests that need a process of their own are left out.
  if Context.environment["SWELL_TESTS_PROGRAM"] != nil {
    let tests = package.targets.filter { $0.type == .test }
    package.targets.removeAll { $0.type == .test }
    package.targets += tests.map { test in
      .target(
        name: test.name,
        dependencies: test.dependencies,
        path: "Tests/\(test.name)",
        exclude: test.exclude
          + ["EveryScalarTests.swift", "JPEGReferenceTests.swift"].filter {
            FileManager.default.fileExists(
              atPath: "\(Context.packageDirectory)/Tests/\(test.name)/\($0)"
            )
          },
        swiftSettings: strict
      )
    }
    package.targets.append(
      .executableTarget(
        name: "unit-tests",
        dependencies: tests.map { .byName(name: $0.name) },
        path: "Tests/Program",
        swiftSettings: strict
      )
    )
  }
}
