#!/bin/sh
# Put this folder's program into the menu of the player who calls this: ./install.sh  (and ./install.sh --remove)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
bin=$HOME/.local/bin
id=io.github.chitpull.Chitpull

refresh() {
  command -v update-desktop-database >/dev/null && update-desktop-database -q "$data/applications" || true
  command -v update-mime-database >/dev/null && update-mime-database "$data/mime" || true
}

tidy() { # where no other program has described its files, the lists made of the descriptions go too
  if rmdir "$data/mime/packages" 2>/dev/null; then
    for list in XMLnamespaces aliases generic-icons globs globs2 icons magic mime.cache subclasses treemagic types version; do
      rm -f "$data/mime/$list"
    done
    rmdir "$data/mime"/* "$data/mime" 2>/dev/null || true
  fi
  ls "$data/applications"/*.desktop >/dev/null 2>&1 || rm -f "$data/applications/mimeinfo.cache"
  rmdir "$data/metainfo" 2>/dev/null || true
}

rm -f "$data/applications/chitpull.desktop" # its name before 0.2.0
if [ "${1:-}" = --remove ]; then
  rm -f "$data/applications/$id.desktop" "$data/mime/packages/chitpull-mime.xml" "$bin/chitpull"
  rm -f "$data/metainfo/$id.metainfo.xml" "$data"/icons/hicolor/*/apps/chitpull.png
  refresh
  tidy
  echo "Chitpull is out of the menu. Its folder $here and your games are still there."
  exit 0
fi

mkdir -p "$data/applications" "$data/mime/packages" "$data/metainfo" "$bin"
ln -sf "$here/chitpull" "$bin/chitpull"
sed -e "s|^Exec=chitpull|Exec=\"$here/chitpull\"|" -e "s|^TryExec=.*|TryExec=$here/chitpull|" \
  "$here/share/$id.desktop" >"$data/applications/$id.desktop"
cp "$here/share/chitpull-mime.xml" "$data/mime/packages/"
cp "$here/share/$id.metainfo.xml" "$data/metainfo/"
for size in 48 128 256 512; do
  mkdir -p "$data/icons/hicolor/${size}x${size}/apps"
  cp "$here/share/chitpull-$size.png" "$data/icons/hicolor/${size}x${size}/apps/chitpull.png"
done
refresh
echo "Chitpull is in your menu. To take it out again: $here/install.sh --remove"
