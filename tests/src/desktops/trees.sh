#!/bin/sh
# Builds the Debian trees that hold the real desktops, once: trees.sh NAME...; prints the folder of each.
# They are cached outside the checkout, in QUOTH_TREES, and built again when their list of packages changes.
set -eu
cache=${QUOTH_TREES:-/var/cache/quoth-trees}

portals="ca-certificates,dbus,procps,xwayland,xdg-desktop-portal,xdg-desktop-portal-gtk,pipewire,wireplumber,at-spi2-core"
portals="$portals,dconf-gsettings-backend,libglib2.0-bin,adwaita-icon-theme,fonts-dejavu-core"
gnome="$portals,gnome-shell,xdg-desktop-portal-gnome,gnome-text-editor,gnome-terminal,chromium"
kde="$portals,kwin-wayland,xdg-desktop-portal-kde,plasma-desktop,kwrite,konsole"

packages_of() {
  case "$1" in
    gnome48) echo "trixie $gnome,gnome-control-center,gnome-shell-extension-appindicator,libreoffice-writer,libreoffice-gtk3" ;;
    gnome43) echo "bookworm $gnome" ;;
    kde63) echo "trixie $kde,kglobalacceld,qt6-wayland" ;;
    kde527) echo "bookworm $kde,qtwayland5" ;;
    *) echo "trees.sh: unknown tree $1" >&2; exit 2 ;;
  esac
}

needs_root() {
  [ "$(id -u)" = 0 ] || { echo 'trees.sh: run it as root: it makes file systems.' >&2; exit 1; }
}

build() {
  name=$1 suite=$2 packages=$3
  tree=$cache/$name
  wanted=$(printf '%s' "$suite $packages" | cksum)
  [ -f "$tree.built" ] && [ "$(cat "$tree.built")" = "$wanted" ] && { echo "$tree"; return 0; }
  needs_root
  echo "Building the tree $name (Debian $suite): 2 to 4 minutes, once." >&2
  rm -rf "$tree" "$tree.new" "$tree.built"
  nice -n 10 mmdebstrap --variant=minbase --skip=cleanup/reproducible --aptopt='Acquire::Languages "none"' \
    --dpkgopt=force-unsafe-io --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/help/*' --include="$packages" "$suite" "$tree.new" >"$tree.log" 2>&1 || {
    tail -n 20 "$tree.log" >&2
    echo "trees.sh: the tree $name could not be built; the whole output is in $tree.log." >&2
    exit 1
  }
  # With this folder, the shell waits for a login manager that does not run here.
  rm -rf "$tree.new/run/systemd/seats"
  # A copy has no file capabilities: where root lacks them, as in a container, a program with them does not start.
  kwin=$tree.new/usr/bin/kwin_wayland
  [ ! -f "$kwin" ] || { cp "$kwin" "$kwin.bare" && mv "$kwin.bare" "$kwin"; }
  mv "$tree.new" "$tree"
  printf '%s' "$wanted" >"$tree.built"
  echo "$tree"
}

mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9
for name in "$@"; do
  # shellcheck disable=SC2046  # suite and packages
  build "$name" $(packages_of "$name")
done
