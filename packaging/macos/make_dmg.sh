#!/usr/bin/env bash
# Sign Chitpull.app where the secrets exist, put it into a disk image, and have Apple notarise it.
#   packaging/macos/make_dmg.sh dist/Chitpull.app [dist/Chitpull.dmg]
# Secrets, all optional: MACOS_CERTIFICATE (a .p12, base64), MACOS_CERTIFICATE_PASSWORD, MACOS_IDENTITY,
# APPLE_ID, APPLE_TEAM_ID, APPLE_PASSWORD (app-specific). Without them the image is made and is unsigned.
set -euo pipefail
app=${1:?give the path of Chitpull.app}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
version=$(cd "$here/.." && python -c 'import contents; print(contents.number())')
image=${2:-$(dirname "$app")/Chitpull-$version-macos-$(uname -m).dmg}
work=$(mktemp -d)
keychain="$work/signing.keychain-db"
trap 'security delete-keychain "$keychain" 2>/dev/null || true; rm -rf "$work"' EXIT

signed=no
if [ -n "${MACOS_CERTIFICATE:-}" ] && [ -n "${MACOS_IDENTITY:-}" ]; then
  password=$(uuidgen)
  base64 --decode <<<"$MACOS_CERTIFICATE" >"$work/certificate.p12"
  security create-keychain -p "$password" "$keychain"
  security set-keychain-settings -lut 3600 "$keychain"
  security unlock-keychain -p "$password" "$keychain"
  security import "$work/certificate.p12" -P "${MACOS_CERTIFICATE_PASSWORD:-}" -T /usr/bin/codesign -k "$keychain"
  security set-key-partition-list -S apple-tool:,apple: -s -k "$password" "$keychain" >/dev/null
  security list-keychains -d user -s "$keychain"
  python "$here/sign.py" "$app" --identity "$MACOS_IDENTITY" --keychain "$keychain"
  signed=yes
else
  python "$here/sign.py" "$app" # ad hoc: Apple silicon starts nothing without any signature
fi

mkdir "$work/image"
cp -R "$app" "$work/image/"
ln -s /Applications "$work/image/Applications"
hdiutil create -volname Chitpull -srcfolder "$work/image" -fs HFS+ -format UDZO -ov "$image" >/dev/null

if [ "$signed" = no ]; then
  echo "unsigned: $image (no MACOS_CERTIFICATE and MACOS_IDENTITY; README.md tells players how to open it)"
elif [ -z "${APPLE_ID:-}" ] || [ -z "${APPLE_TEAM_ID:-}" ] || [ -z "${APPLE_PASSWORD:-}" ]; then
  echo "signed, not notarised: $image (no APPLE_ID, APPLE_TEAM_ID and APPLE_PASSWORD)"
else
  codesign --force --timestamp --keychain "$keychain" --sign "$MACOS_IDENTITY" "$image"
  xcrun notarytool submit "$image" --apple-id "$APPLE_ID" --team-id "$APPLE_TEAM_ID" --password "$APPLE_PASSWORD" --wait
  xcrun stapler staple "$image"
  echo "signed and notarised: $image"
fi
