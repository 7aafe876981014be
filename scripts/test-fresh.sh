#!/bin/sh
# Runs the two commands of the README on a machine where nothing was ever installed by hand: a bare Debian 12 with
# nodejs, npm, git and ca-certificates, an empty home, and a clone of what is committed; once as root and once as an
# ordinary user with sudo.
#   test-fresh.sh              both users, the short tests
#   test-fresh.sh --as user    one of them: root or user
#   test-fresh.sh --no-tests   the demo, the set-up for the tests, and what the check does before its tests
# Needs root, debootstrap and some 8 GB. apt and npm are configured as on this machine: copied for the run, and deleted
# after it.
set -eu
script=$(readlink -f "$0")
checkout=$(cd "$(dirname "$script")/.." && pwd -P)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/quoth/fresh-machine

say() { printf '%s\n' "$*" >&2; }

# Runs commands in a tree as one of its users. Called in a mount and a process namespace of its own (apart): when the
# last process in it ends, however it ends, the mounts are gone, and nothing goes on running.
inside() {
  tree=$1 user=$2 commands=$3
  mount -t proc proc "$tree/proc"
  mount --rbind /sys "$tree/sys"
  mount -t tmpfs -o mode=755 tmpfs "$tree/run"
  mount --bind "$cache/archives" "$tree/var/cache/apt/archives"
  mount -t tmpfs -o mode=755 tmpfs "$tree/dev"
  for device in 'null 1 3' 'zero 1 5' 'full 1 7' 'random 1 8' 'urandom 1 9' 'tty 5 0'; do
    # shellcheck disable=SC2086  # a name and two numbers
    set -- $device
    mknod -m 666 "$tree/dev/$1" c "$2" "$3"
  done
  mkdir "$tree/dev/pts" "$tree/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 devpts "$tree/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$tree/dev/shm"
  ln -s pts/ptmx "$tree/dev/ptmx"
  ln -s /proc/self/fd "$tree/dev/fd"
  for number in 0 1 2; do
    ln -s "/proc/self/fd/$number" "$tree/dev/$(echo stdin stdout stderr | cut -d' ' -f$((number + 1)))"
  done
  [ "$user" = root ] && home=/root || home=/home/$user
  chroot --userspec="$user:$user" "$tree" /usr/bin/env -i HOME="$home" USER="$user" LOGNAME="$user" SHELL=/bin/bash LANG=C.UTF-8 TERM=dumb \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} ${no_proxy:+no_proxy="$no_proxy"} \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt NPM_CONFIG_USERCONFIG="/etc/npmrc-of-$user" \
    /bin/bash -euc "cd; $commands" </dev/null
}

apart() { unshare --mount --pid --fork --kill-child sh "$script" --inside "$@"; }

# Where this machine gets its packages from, and which certificates it trusts.
configure() {
  tree=$1
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    # Only Debian's own archive: what others offer is no part of a bare Debian.
    case "$file" in *.list | *.sources) ;; *) continue ;; esac
    if grep -qsE '(^|[[:space:]])bookworm([[:space:]]|$)' "$file" && grep -qsw main "$file"; then cp "$file" "$tree$file"; fi
  done
  for file in /etc/apt/apt.conf /etc/apt/apt.conf.d/*; do
    # Proxies, certificates and the like. Hooks call programs that the tree does not have.
    if grep -qs Acquire "$file" && ! grep -qsE 'Invoke|Pre-Install' "$file"; then cp "$file" "$tree$file"; fi
  done
  for folder in /etc/apt/auth.conf.d /etc/apt/keyrings /usr/local/share/ca-certificates; do
    if [ -d "$folder" ]; then mkdir -p "$tree$folder" && cp -R "$folder/." "$tree$folder/"; fi
  done
  mkdir -p "$tree/etc/ssl/certs"
  cp /etc/ssl/certs/ca-certificates.crt "$tree/etc/ssl/certs/"
  cp /etc/resolv.conf /etc/hosts "$tree/etc/"
  if [ -f /etc/npmrc ]; then cp /etc/npmrc "$tree/etc/npmrc"; fi
}

build_base() {
  say 'Building a bare Debian 12 tree (once a month)'
  rm -rf --one-file-system "$cache/base" "$work/base"
  mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 2>/dev/null | sed -n 's/ bookworm$//p' | head -n 1)
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  debootstrap --variant=minbase ${keyring:+--keyring=$keyring} bookworm "$work/base" "${mirror:-http://deb.debian.org/debian}" >"$work/log" 2>&1 || {
    tail -n 20 "$work/log" >&2
    exit 1
  }
  rm -f "$work/base/etc/apt/sources.list"
  echo "deb http://deb.debian.org/debian bookworm main" >"$work/base/etc/apt/sources.list"
  configure "$work/base"
  # Services of packages do not start here, and nothing has to survive a power cut.
  printf '#!/bin/sh\nexit 101\n' >"$work/base/usr/sbin/policy-rc.d"
  chmod 755 "$work/base/usr/sbin/policy-rc.d"
  echo force-unsafe-io >"$work/base/etc/dpkg/dpkg.cfg.d/fresh-machine"
  : >"$work/base/etc/npmrc-of-root"
  apart "$work/base" root '
    apt-get update
    apt-get install -y --no-install-recommends nodejs npm git ca-certificates sudo
    update-ca-certificates
    useradd --create-home --shell /bin/bash user
    echo "user ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/user
    rm -rf /var/lib/apt/lists/*' >"$work/log" 2>&1 || {
    tail -n 20 "$work/log" >&2
    exit 1
  }
  mv "$work/base" "$cache/base"
}

run_as() {
  user=$1 tree=$work/$1
  [ "$user" = root ] && home=/root || home=/home/$user
  say "--- as $user"
  cp -a --reflink=auto "$cache/base" "$tree"
  configure "$tree"
  rm -rf "$tree$home" && mkdir -m 700 "$tree$home"
  git clone --quiet --no-hardlinks "$checkout" "$tree$home/quoth"
  install -m 600 /dev/null "$tree/etc/npmrc-of-$user"
  if [ -f "$HOME/.npmrc" ]; then cat "$HOME/.npmrc" >"$tree/etc/npmrc-of-$user"; fi
  chroot "$tree" chown -R "$user:$user" "$home" "/etc/npmrc-of-$user"
  if apart "$tree" "$user" "cd quoth; ./quoth demo --once; $second"; then result=0; else result=$?; fi
  [ "$result" = 0 ] && say "ok   as $user" || say "FAIL as $user"
  rm -rf --one-file-system "$tree"
  return "$result"
}

if [ "${1:-}" = --inside ]; then
  shift
  inside "$@"
  exit
fi

users='root user'
second='npm test'
while [ $# -gt 0 ]; do
  case "$1 ${2:-}" in
    '--as root' | '--as user') users=$2; shift ;;
    --no-tests*) second='sh scripts/set-up.sh --for-tests; npm run check -- --no-tests' ;;
    *) say "test-fresh.sh: --as root, --as user or --no-tests, not $*"; exit 2 ;;
  esac
  shift
done
[ "$(id -u)" = 0 ] || { say 'test-fresh.sh mounts a tree: run it as root.'; exit 2; }
command -v debootstrap >/dev/null || { say 'debootstrap is missing: apt-get install -y debootstrap'; exit 2; }
[ -z "$(git -C "$checkout" status --porcelain)" ] || say 'Note: what is not committed is not tested.'

(umask 077 && mkdir -p "$cache/archives/partial")
exec 8>"$cache/lock"
flock -n 8 || { say 'Another test-fresh.sh is running.'; exit 2; }
# What a run that was killed has left.
rm -rf --one-file-system "$cache"/run.*
work=$(mktemp -d "$cache/run.XXXXXX")
chmod 755 "$work"
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM HUP
[ -n "$(find "$cache/base" -maxdepth 0 -mtime -30 2>/dev/null)" ] || build_base
failed=0
for user in $users; do run_as "$user" || failed=1; done
exit "$failed"
