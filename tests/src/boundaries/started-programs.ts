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

/** The package of set-up.sh that brings each program, in itself or as something that it depends on. */
export const packageOf: Readonly<Record<string, string>> = {
  Xvfb: 'xvfb',
  cc: 'gcc',
  chromium: 'chromium',
  curl: 'curl',
  'dbus-daemon': 'dbus',
  'dbus-monitor': 'dbus',
  'dbus-run-session': 'dbus',
  'dbus-send': 'dbus',
  ffmpeg: 'ffmpeg',
  foot: 'foot',
  git: 'git',
  jq: 'jq',
  'gnome-keyring-daemon': 'gnome-keyring',
  gsettings: 'libglib2.0-bin',
  loginctl: 'systemd',
  man: 'man-db',
  mousepad: 'mousepad',
  nc: 'netcat-openbsd',
  npm: 'npm',
  npx: 'npm',
  openbox: 'openbox',
  openssl: 'openssl',
  pacat: 'pulseaudio-utils',
  pactl: 'pulseaudio-utils',
  parec: 'pulseaudio-utils',
  pkill: 'procps',
  ps: 'procps',
  pulseaudio: 'pulseaudio',
  python3: 'python3',
  sway: 'sway',
  swaymsg: 'sway',
  appstreamcli: 'appstream',
  'apt-ftparchive': 'apt-utils',
  debootstrap: 'debootstrap',
  'desktop-file-validate': 'desktop-file-utils',
  gpg: 'gnupg',
  lintian: 'lintian',
  makensis: 'nsis',
  makepkg: 'makepkg',
  'nix-instantiate': 'nix-bin',
  unzip: 'unzip',
  zip: 'zip',
  gdbus: 'libglib2.0-bin',
  readelf: 'binutils',
  rpm: 'rpm',
  rpmbuild: 'rpm',
  strip: 'binutils',
  xz: 'xz-utils',
  zstd: 'zstd',
  'systemd-analyze': 'systemd',
  'wl-copy': 'wl-clipboard',
  'wl-paste': 'wl-clipboard',
  wtype: 'wtype',
  'xfce4-terminal': 'xfce4-terminal',
  xterm: 'xterm',
};

/** In every Debian, however bare: packages of priority "required". */
export const everywhere = [
  'chroot',
  'cp',
  'dpkg-deb',
  'dpkg-query',
  'findmnt',
  'mkfs.ext4',
  'nsenter',
  'taskset',
  'sha256sum',
  'tar',
  'unshare',
  'basename',
  'bash',
  'cat',
  'date',
  'grep',
  'head',
  'mkdir',
  'mv',
  'tail',
  'tr',
  'dd',
  'getconf',
  'id',
  'mkfifo',
  'mount',
  'script',
  'setpriv',
  'sh',
  'sleep',
  'umount',
];

/**
 * Not on Linux, tried where it happens to be, replaced by the recipes' tests, for pictures that are taken by hand, or
 * for benchmarks that say so.
 */
export const notNeeded = ['import', 'niri', 'osascript', 'reg.exe', 'rofi', 'sox', 'xfce4-panel'];

/** Of the npm packages, or commands of Quoth itself. */
export const ours = ['knip', 'quoth', 'start', 'transcribe', 'tsc'];
