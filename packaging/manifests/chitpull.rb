cask "chitpull" do
  arch arm: "arm64", intel: "x86_64"

  version "@VERSION@"
  sha256 arm:   "@SHA_ARM64@",
         intel: "@SHA_X86_64@"

  url "@RELEASES@/download/v#{version}/Chitpull-#{version}-macos-#{arch}.dmg"
  name "Chitpull"
  desc "Table for hex-and-counter wargames that knows the rules"
  homepage "@HOME@"

  livecheck do
    url :url
    strategy :github_latest
  end

  depends_on macos: ">= :ventura"

  app "Chitpull.app"

  zap trash: [
    "~/Library/Application Support/Chitpull",
    "~/Library/Caches/Chitpull",
    "~/Library/Saved Application State/io.github.chitpull.Chitpull.savedState",
  ]
end
