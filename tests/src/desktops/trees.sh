#!/bin/sh
# Builds the Debian tree that holds a real desktop, once: trees.sh NAME; prints its folder.
# They are cached outside the checkout, in QUOTH_TREES, and built again when their list of packages changes.
set -eu
cache=${QUOTH_TREES:-/var/cache/quoth-trees}
# A build that takes longer waits for a network that is not there.
longest=900

portals="ca-certificates,dbus,procps,xwayland,xdg-desktop-portal,xdg-desktop-portal-gtk,pipewire,wireplumber,at-spi2-core"
portals="$portals,dconf-gsettings-backend,libglib2.0-bin,adwaita-icon-theme,fonts-dejavu-core"
gnome="$portals,gnome-shell,xdg-desktop-portal-gnome,gnome-text-editor,gnome-terminal,chromium"
labwc="ca-certificates,dbus,procps,at-spi2-core,dconf-gsettings-backend,libglib2.0-bin,adwaita-icon-theme,fonts-dejavu-core"
labwc="$labwc,labwc,swaylock,xwayland,foot,mousepad,featherpad,qt6-wayland,chromium"
kde="$portals,kwin-wayland,xdg-desktop-portal-kde,plasma-desktop,kwrite,konsole"

packages_of() {
  case "$1" in
    gnome48) echo "trixie $gnome,gnome-control-center,gnome-shell-extension-appindicator,libreoffice-writer,libreoffice-gtk3,featherpad,qt6-wayland" ;;
    gnome43) echo "bookworm $gnome,featherpad,qtwayland5" ;;
    kde63) echo "trixie $kde,kglobalacceld,qt6-wayland,chromium,mousepad,pinentry-qt" ;;
    kde527) echo "bookworm $kde,qtwayland5" ;;
    labwc) echo "trixie $labwc" ;;
    *) echo "trees.sh: unknown tree $1" >&2; exit 2 ;;
  esac
}

build() {
  name=$1 suite=$2 packages=$3
  tree=$cache/$name
  wanted=$(printf '%s' "$suite $packages" | cksum)
  [ -f "$tree.built" ] && [ "$(cat "$tree.built")" = "$wanted" ] && { echo "$tree"; return 0; }
  echo "Building the tree $name (Debian $suite): 2 to 5 minutes, once." >&2
  rm -rf "$tree" "$tree.new" "$tree.built"
  nice -n 10 timeout --kill-after=10 "$longest" mmdebstrap --variant=minbase --skip=cleanup/reproducible --aptopt='Acquire::Languages "none"' \
    --dpkgopt=force-unsafe-io --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/help/*' --include="$packages" "$suite" "$tree.new" >"$tree.log" 2>&1 || {
    [ $? = 124 ] && why="could not be built within $longest s" || why='could not be built'
    tail -n 20 "$tree.log" >&2
    echo "trees.sh: the tree $name $why; the whole output is in $tree.log." >&2
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
exec 9>"$cache/$1.lock"
flock --timeout "$longest" 9 || { echo "trees.sh: another run has been building the tree $1 for $longest s." >&2; exit 1; }
# shellcheck disable=SC2046  # suite and packages
build "$1" $(packages_of "$1")
