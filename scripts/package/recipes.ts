import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Build, packagesAddress, siteAddress, writeText } from './contents.ts';

// Recipes for other people's repositories, of the packages that a release offers: one for Arch's AUR (quoth-bin), for
// Nix, for Flatpak and for winget. Each unpacks a package of ours and compiles nothing.

const SUMMARY = 'Dictation and transcription on your own machine';
const FLATPAK_RUNTIME = '24.08';
/** The user `nobody`, by its number in Debian. */
const NO_ONE = 65_534;

interface Release {
  readonly version: string;
  /** Day of the release, as in 2026-11-24. */
  readonly date: string;
  /** SHA-256 of a package by its name, in hexadecimal; undefined if it is not there. */
  hash(name: string): string | undefined;
}

/** The recipes of the packages that are there, by their paths. */
export function recipes(release: Release): ReadonlyMap<string, string> {
  const { version } = release;
  const made = new Map<string, string>();
  const [deb, tar] = [`quoth_${version}_amd64.deb`, `quoth-${version}-linux-x64.tar.zst`];
  const [debHash, tarHash] = [deb, tar].map((name) => release.hash(name));
  // Its name has no version: it is of the one whose archive was made with it.
  const hasSetup = release.hash(`quoth-${version}-windows-x64.zip`) !== undefined;
  const setupHash = hasSetup ? release.hash('quoth-setup.exe') : undefined;
  if (debHash !== undefined) {
    made.set('aur/PKGBUILD', pkgbuild(version, debHash));
    made.set('aur/quoth.install', installHooks);
  }
  if (tarHash !== undefined) {
    made.set('nix/quoth.nix', nix(version, tar, tarHash));
    made.set('flatpak/app.quoth.Quoth.json', flatpak(tar, tarHash));
  }
  if (setupHash !== undefined)
    for (const [kind, text] of winget(release, setupHash)) made.set(`winget/${kind}.yaml`, text);
  return made;
}

/** The deb has all that Arch needs, with what has to be done after unpacking. */
const pkgbuild = (
  version: string,
  hash: string,
) => `# Maintainer: The Quoth contributors <packages@quoth.invalid>
pkgname=quoth-bin
pkgver=${version.replaceAll('-', '_')}
pkgrel=1
pkgdesc='${SUMMARY}'
arch=(x86_64)
url='${siteAddress}'
license=(Apache-2.0)
depends=(gcc-libs glibc)
optdepends=('ffmpeg: more audio and video formats' 'libpulse: microphones' 'wl-clipboard: copying on Wayland' 'chromium: the window')
provides=(quoth)
conflicts=(quoth)
options=(!strip !debug)
install=quoth.install
source=('${packagesAddress}/pool/main/quoth_${version}_amd64.deb')
sha256sums=('${hash}')

package() {
  bsdtar -xf data.tar.* -C "$pkgdir"
  rm -r "$pkgdir/usr/share/lintian"
  echo pacman >"$pkgdir/usr/lib/quoth/package-kind"
  install -Dm644 "$pkgdir/usr/share/doc/quoth/copyright" "$pkgdir/usr/share/licenses/$pkgname/copyright"
}
`;

const installHooks = `post_install() {
  /usr/lib/quoth/settle "$1"
}

post_upgrade() {
  post_install "$1"
}

pre_remove() {
  for id in $(/usr/lib/quoth/running); do kill -TERM "$id" 2>/dev/null || :; done
}

post_remove() {
  rm -rf /usr/lib/quoth
}
`;

const nix = (
  version: string,
  tar: string,
  hash: string,
) => `{ lib, stdenv, fetchurl, autoPatchelfHook, zstd, pulseaudio, ffmpeg, makeWrapper }:

stdenv.mkDerivation {
  pname = "quoth";
  version = "${version}";
  src = fetchurl {
    url = "${packagesAddress}/${tar}";
    sha256 = "${hash}";
  };
  nativeBuildInputs = [ autoPatchelfHook makeWrapper zstd ];
  buildInputs = [ stdenv.cc.cc.lib ];
  autoPatchelfIgnoreMissingDeps = [ "libvulkan.so.1" ];
  dontBuild = true;
  dontStrip = true;
  installPhase = ''
    mkdir -p $out/lib/quoth $out/bin
    cp -a . $out/lib/quoth
    mv $out/lib/quoth/share $out/share
    makeWrapper $out/lib/quoth/quoth $out/bin/quoth --prefix PATH : \${lib.makeBinPath [ pulseaudio ffmpeg ]}
  '';
  meta = {
    description = "${SUMMARY}";
    homepage = "${siteAddress}";
    license = lib.licenses.asl20;
    platforms = [ "x86_64-linux" ];
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
    mainProgram = "quoth";
  };
}
`;

function flatpak(tar: string, hash: string): string {
  const manifest = {
    id: 'app.quoth.Quoth',
    runtime: 'org.freedesktop.Platform',
    'runtime-version': FLATPAK_RUNTIME,
    sdk: 'org.freedesktop.Sdk',
    command: 'quoth',
    'finish-args': [
      ...[
        '--share=network',
        '--share=ipc',
        '--socket=wayland',
        '--socket=fallback-x11',
        '--socket=pulseaudio',
      ],
      ...['--talk-name=org.freedesktop.secrets', '--talk-name=org.a11y.Bus'],
      ...['--talk-name=org.kde.StatusNotifierWatcher', '--filesystem=xdg-download'],
    ],
    modules: [
      {
        name: 'quoth',
        buildsystem: 'simple',
        'build-commands': [
          'mkdir -p /app/lib /app/bin',
          'cp -a . /app/lib/quoth',
          'mv /app/lib/quoth/share /app/share',
          'ln -s ../lib/quoth/quoth /app/bin/quoth',
        ],
        sources: [{ type: 'archive', url: `${packagesAddress}/${tar}`, sha256: hash }],
      },
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The three files that winget's repository wants, in its schema 1.6.0. */
function winget(
  { version, date }: Release,
  hash: string,
): readonly (readonly [kind: string, text: string])[] {
  const file = (kind: string, ...lines: readonly string[]) =>
    [
      `PackageIdentifier: Quoth.Quoth\nPackageVersion: ${version}`,
      ...lines,
      `ManifestType: ${kind}\nManifestVersion: 1.6.0\n`,
    ].join('\n');
  const text = [
    'PackageLocale: en-US\nPublisher: The Quoth contributors\nPackageName: Quoth',
    `PackageUrl: ${siteAddress}\nLicense: Apache-2.0\nShortDescription: ${SUMMARY}`,
  ];
  return [
    ['Quoth.Quoth', file('version', 'DefaultLocale: en-US')],
    ['Quoth.Quoth.locale.en-US', file('defaultLocale', ...text)],
    [
      'Quoth.Quoth.installer',
      file(
        'installer',
        `InstallerType: nullsoft\nScope: user\nReleaseDate: ${date}\nInstallers:`,
        `  - Architecture: x64\n    InstallerUrl: ${packagesAddress}/${version}/quoth-setup.exe\n    InstallerSha256: ${hash.toUpperCase()}`,
      ),
    ],
  ];
}

/**
 * Writes the recipes of this version's packages that are there into the folder `recipes` beside them, and checks them.
 */
export function writeRecipes({ version, epoch, out }: Omit<Build, 'work'>): void {
  const hash = (name: string) => {
    const path = join(out, name);
    return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined;
  };
  const folder = join(out, 'recipes');
  rmSync(folder, { recursive: true, force: true });
  const date = new Date(epoch * 1000).toISOString().slice(0, 10);
  for (const [path, text] of recipes({ version, date, hash })) writeText(join(folder, path), text);
  checkRecipes(folder);
}

/** Throws with what the programs of Arch and Nix refuse. Neither builds anything here. */
function checkRecipes(folder: string): void {
  const [aur, nixFile] = [join(folder, 'aur'), join(folder, 'nix', 'quoth.nix')];
  if (existsSync(aur)) writeText(join(aur, '.SRCINFO'), sourceInfo(aur));
  if (existsSync(nixFile))
    execFileSync('nix-instantiate', ['--parse', nixFile], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** What the AUR shows of the recipe. makepkg does not run as root, and wants a pacman to ask, which Debian has not. */
function sourceInfo(aur: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-aur-'));
  try {
    cpSync(aur, folder, { recursive: true });
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(folder, NO_ONE, NO_ONE);
    const [program = '', ...args] = isRoot ? ['setpriv', `--reuid=${NO_ONE}`, '--clear-groups'] : ['env'];
    return execFileSync(program, [...args, 'makepkg', '--printsrcinfo'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PACMAN: 'true' },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
