// swift-tools-version:5.7
// A template: it has not been built here. Put the headers of an installed tanda and its library where CTanda finds them
// (for iOS, an XCFramework made from the static library of each platform; then use .binaryTarget instead).
import PackageDescription

let package = Package(
  name: "Tanda",
  platforms: [.iOS(.v13), .macOS(.v11)],
  products: [.library(name: "Tanda", targets: ["Tanda"])],
  targets: [
    .systemLibrary(name: "CTanda"),
    .target(name: "Tanda", dependencies: ["CTanda"], linkerSettings: [.linkedLibrary("tanda"), .linkedLibrary("c++")]),
  ]
)
