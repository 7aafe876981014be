/**
 * How sources start programs: by the system's calls, by our helpers with an array of words, and as a command line in an
 * array.
 */
const STARTS = [
  /\b(?:spawn|spawnSync|execFile|execFileSync)\(\s*'([^'\n]+)'/g,
  /\b(?:run|started?|launch|program|recorded)\(\s*'([^'\n]+)',\s*\[/g,
  /[=:]\s*\[\s*'([a-z][\w.+-]*)',\s*['"`]-/g,
];

/**
 * Programs that a source starts, by the names that it writes out: `spawn('x')`, `display.run('x', [...])`, `['x',
 * '--flag']`.
 */
export function startedPrograms(source: string): string[] {
  const promised = [...source.matchAll(/const (\w+) = promisify\(execFile\)/g)].map(
    ([, name]) => new RegExp(`(?<![.\\w])${name}\\(\\s*'([^'\\n]+)'`, 'g'),
  );
  const found = [...STARTS, ...promised].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, name = '']) => name),
  );
  return [...new Set(found)];
}

const SHELL_WORDS =
  /^(?:case|cd|do|done|echo|elif|else|esac|exec|exit|export|fi|for|if|printf|read|set|then|trap|umask|until|while)$/;

/**
 * Programs that lines of shell call, without the shell's own words and the functions that they define. What is quoted
 * is not looked into.
 */
export function shellCommands(lines: string): string[] {
  const plain = lines.replaceAll(/^\s*#.*$/gm, '').replaceAll(/'[^']*'/g, "''");
  const functions = [...plain.matchAll(/^(\w+)\(\)/gm)].map(([, name]) => name);
  return [...plain.matchAll(/(?:^|[|;&(]|\bthen\b|\bdo\b)[ \t]*([a-z][\w.-]*)(?=[ \t]|$)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !SHELL_WORDS.test(name) && !functions.includes(name));
}

/** Programs by the package of set-up.sh that brings them, in itself or as something that it depends on. */
const packages: Readonly<Record<string, string>> = {
  appstream: 'appstreamcli',
  'apt-utils': 'apt-ftparchive',
  binutils: 'readelf strip',
  dbus: 'dbus-daemon dbus-monitor dbus-run-session dbus-send',
  'desktop-file-utils': 'desktop-file-validate',
  gcc: 'cc',
  'gnome-keyring': 'gnome-keyring-daemon',
  gnupg: 'gpg',
  'libglib2.0-bin': 'gsettings gdbus',
  'man-db': 'man',
  'netcat-openbsd': 'nc',
  'nix-bin': 'nix-instantiate',
  npm: 'npm npx',
  nsis: 'makensis',
  procps: 'pkill ps',
  'pulseaudio-utils': 'pacat pactl parec',
  rpm: 'rpm rpmbuild',
  sway: 'sway swaymsg',
  systemd: 'loginctl systemd-analyze',
  'wl-clipboard': 'wl-copy wl-paste',
  xvfb: 'Xvfb',
  'xz-utils': 'xz',
};
const packagesOfOneProgram =
  'chromium curl debootstrap ffmpeg foot git jq lintian makepkg mousepad openbox openssl pulseaudio python3 unzip wtype xfce4-terminal xterm zip zstd'.split(
    ' ',
  );

/** The package that brings a program. */
export const packageOf: ReadonlyMap<string, string> = new Map([
  ...packagesOfOneProgram.map((name) => [name, name] as const),
  ...Object.entries(packages).flatMap(([name, programs]) =>
    programs.split(' ').map((program) => [program, name] as const),
  ),
]);

/** In every Debian, however bare: packages of priority "required". */
export const everywhere =
  'chroot cp dpkg-deb dpkg-query findmnt mkfs.ext4 nsenter taskset sha256sum tar unshare basename bash cat date grep head mkdir mv tail tr dd getconf id mkfifo mount script setpriv sh sleep umount'.split(
    ' ',
  );

/**
 * Not on Linux, tried where it happens to be, replaced by the recipes' tests, for pictures that are taken by hand, or
 * for benchmarks that say so.
 */
export const notNeeded = ['import', 'niri', 'osascript', 'reg.exe', 'rofi', 'xfce4-panel'];

/** Of the npm packages, or commands of Quoth itself. */
export const ours = ['knip', 'quoth', 'start', 'transcribe', 'tsc'];
