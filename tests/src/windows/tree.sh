#!/bin/sh
# Builds once what `npm run test:windows` runs in: a Debian 13 with Wine (Debian 12's Wine 8 cannot run Node 26), a screen and a sound server, below
# ${QUOTH_TREES:-/var/cache/quoth-trees}; 3 to 4 minutes and 1.3 GB. Prints its path. Needs root. apt is configured as on this machine.
set -eu
trees=${QUOTH_TREES:-/var/cache/quoth-trees}
# Another name when the packages change.
tree=$trees/trixie-wine-1
packages='wine64 wine pulseaudio pulseaudio-utils xvfb openbox xdotool imagemagick fonts-dejavu-core'

say() { printf '%s\n' "$*" >&2; }
[ "$(id -u)" = 0 ] || { say 'test:windows mounts a tree: run it as root.'; exit 2; }
mkdir -p "$trees"
exec 8>"$tree.lock"
flock 8
if [ -f "$tree/.ready" ]; then
  echo "$tree"
  exit
fi
command -v debootstrap >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends debootstrap >&2
say "Building a Debian 13 with Wine in $tree, once (3 to 4 minutes)"
rm -rf --one-file-system "$tree"
mkdir "$tree"
# The archive that this machine uses, whatever release it is of.
mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE) $(ORIGIN)' 2>/dev/null | sed -n 's/ bookworm Debian$//p; s/ trixie Debian$//p' | head -n 1)
debootstrap --variant=minbase --keyring=/usr/share/keyrings/debian-archive-keyring.gpg trixie "$tree" "${mirror:-http://deb.debian.org/debian}" >"$tree.log" 2>&1 || {
  tail -n 20 "$tree.log" >&2
  exit 1
}
for file in /etc/apt/apt.conf /etc/apt/apt.conf.d/*; do
  # Proxies, certificates and the like. Hooks call programs that the tree does not have.
  if grep -qs Acquire "$file" && ! grep -qsE 'Invoke|Pre-Install' "$file"; then cp "$file" "$tree$file"; fi
done
for folder in /etc/apt/auth.conf.d /usr/local/share/ca-certificates /etc/ssl/certs; do
  if [ -d "$folder" ]; then mkdir -p "$tree$folder" && cp -RL "$folder/." "$tree$folder/" 2>/dev/null || :; fi
done
cp /etc/resolv.conf /etc/hosts "$tree/etc/"
# Services of packages do not start here, and nothing has to survive a power cut.
printf '#!/bin/sh\nexit 101\n' >"$tree/usr/sbin/policy-rc.d"
chmod 755 "$tree/usr/sbin/policy-rc.d"
echo force-unsafe-io >"$tree/etc/dpkg/dpkg.cfg.d/tree"
# shellcheck disable=SC2016,SC2086  # words for the shell inside, and a list of words
unshare --mount --pid --fork --kill-child sh -eu -c '
  tree=$1; shift
  mount -t proc proc "$tree/proc"
  mount --rbind /dev "$tree/dev"
  exec chroot "$tree" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    sh -euc "apt-get update; apt-get install -y --no-install-recommends $*; rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb"
' sh "$tree" $packages >>"$tree.log" 2>&1 || {
  tail -n 20 "$tree.log" >&2
  exit 1
}
mkdir -p "$tree/quoth" "$tree/work"
touch "$tree/.ready"
echo "$tree"
