#!/bin/sh
# npm run test:windows [-- product|dictation|upgrade|units...]: Quoth for Windows, under Wine. Needs root, because it mounts a tree (tree.sh). Everything runs in a
# process namespace of its own: when this ends, however it ends, nothing goes on running and nothing is mounted.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
root=$(cd "$here/../../.." && pwd -P)
if [ "${1:-}" != --inside ]; then
  tree=$(sh "$here/tree.sh")
  # One run at a time in a tree: the next one waits.
  exec 9>"$tree.run"
  flock 9
  rm -rf --one-file-system "$tree"/work/run.*
  work=$(mktemp -d "$tree/work/run.XXXXXX")
  trap 'rm -rf --one-file-system "$work"' EXIT
  trap 'exit 130' INT TERM HUP
  PATH="$root/node_modules/.bin:$PATH" unshare --mount --pid --fork --kill-child --mount-proc sh "$0" --inside "$tree" "$work" "$@" 9>&- </dev/null
  exit
fi
tree=$2 work=$3
shift 3
mount -t proc proc "$tree/proc"
mount --rbind /sys "$tree/sys"
mount --rbind /dev "$tree/dev"
mount -t tmpfs -o mode=1777 tmpfs "$tree/tmp"
# The checkout, as a copy that may be changed.
mkdir "$tree/tmp/.changed" "$tree/tmp/.overlay"
mount -t overlay -o "lowerdir=$root,upperdir=$tree/tmp/.changed,workdir=$tree/tmp/.overlay" overlay "$tree/quoth"
# Not exec: this shell is the first process of its namespace, and with it everything ends.
"$root/node_modules/.bin/node" --disable-warning=ExperimentalWarning "$here/main.ts" "$tree" "$work" "$@"
