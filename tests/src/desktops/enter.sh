#!/bin/sh
# Runs a program beside a desktop's tree, in namespaces of its own: enter.sh TREE PROGRAM [ARGUMENT...]; the tree / is this system
# Its processes, mounts and network end with it, and it ends with who started it. The tree and this system share /tmp, /run and the home folder, which are empty at first, so that every
# path of the desktop's session is the same on both sides.
set -eu
if [ "${QUOTH_INSIDE:-}" != yes ]; then
  exec env QUOTH_INSIDE=yes setpriv --pdeathsig KILL unshare --mount --pid --net --ipc --fork --kill-child --mount-proc "$0" "$@"
fi
tree=$1
shift
ip link set lo up
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/user/0 /tmp/home /tmp/.X11-unix
chmod 700 /run/user/0
chmod 1777 /tmp/.X11-unix
if [ "$tree" != / ]; then
  mkdir -p "$tree/proc" "$tree/sys" "$tree/dev" "$tree/tmp" "$tree/run"
  mount --bind "$tree" "$tree"
  mount -t proc proc "$tree/proc"
  mount --rbind /dev "$tree/dev"
  mount --rbind /sys "$tree/sys"
  mount --bind /tmp "$tree/tmp"
  mount --bind /run "$tree/run"
fi
# KWin lends its keyboard for tests only to a program that it finds by its path.
if [ "$tree" != / ]; then
  mkdir -p "$tree${1%/*}"
  mount --bind "$(dirname "$(readlink -f "$1")")" "$tree${1%/*}"
fi
export HOME=/tmp/home XDG_RUNTIME_DIR=/run/user/0 DESKTOP_TREE="$tree"
exec "$@"
