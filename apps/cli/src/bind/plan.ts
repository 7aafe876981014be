import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatShortcut, type KeyCombination } from '@quoth/contract';
import { UsageError } from '../exit-codes.ts';
import { type BindingChange, customHolderOf, oldNiri, replace, xfceHolderOf } from './changes.ts';
import {
  foreignKdeEntry,
  foreignLine,
  gnomeKeys,
  hyprlandKeys,
  kdeKeys,
  keybindsOf,
  labwcKeys,
  niriKeys,
  readConfig,
  riverKeys,
  swayKeys,
  wayfireKeys,
} from './keys.ts';

export const boundDesktops = [
  ...(['gnome', 'cinnamon', 'kde', 'xfce'] as const),
  ...(['sway', 'i3', 'hyprland', 'niri', 'river', 'wayfire', 'labwc'] as const),
] as const;
export type BoundDesktop = (typeof boundDesktops)[number];

interface BindingPlace extends LauncherPlace {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What is to be done, and what the user does afterwards. */
interface BindingPlan {
  readonly changes: readonly BindingChange[];
  readonly afterwards: string;
}

/** The desktop that this session runs on; undefined where it is none of these. */
export function desktopHere(env: BindingPlace['env']): BoundDesktop | undefined {
  // Cinnamon is X-Cinnamon.
  const names = (env.XDG_CURRENT_DESKTOP ?? '').toLowerCase().replace('x-', '').split(':');
  return boundDesktops.find((desktop) => names.includes(desktop));
}

/** Reads only. Throws UsageError where the keys belong to something else, or where there is nothing to write into. */
export function planBinding(desktop: BoundDesktop, keys: KeyCombination, place: BindingPlace): BindingPlan {
  const command = join(place.dataFolder, 'dictate-toggle');
  // Each desktop quotes in its own way.
  if (!/^[\w./+-]+$/.test(command))
    throw new UsageError(
      `The path ${command} has characters that not every desktop can run; bind it by hand.`,
    );
  const launcher: BindingChange = {
    type: 'file',
    path: command,
    content: launcherScript(place),
    mode: 0o700,
  };
  const { changes, afterwards } = ways[desktop](keys, command, place);
  return { changes: [launcher, ...changes], afterwards };
}

const configFolder = (home: string, env: BindingPlace['env']) => env.XDG_CONFIG_HOME || join(home, '.config');

type Way = (keys: KeyCombination, command: string, place: BindingPlace) => BindingPlan;

const custom =
  (type: 'gnome' | 'cinnamon'): Way =>
  (keys, command, { env }) => {
    const written = gnomeKeys(keys);
    refuseForeign(keys, customHolderOf(type, written, env));
    return { changes: [{ type, keys: written, command }], afterwards: 'It works at once.' };
  };

const xfce: Way = (keys, command, { env }) => {
  const written = gnomeKeys(keys).replace('<Control>', '<Primary>');
  refuseForeign(keys, xfceHolderOf(written, env));
  return { changes: [{ type: 'xfce', keys: written, command }], afterwards: 'It works at once.' };
};

const kde: Way = (keys, command, { home, env }) => {
  const written = kdeKeys(keys);
  refuseForeign(keys, foreignKdeEntry(join(configFolder(home, env), 'kglobalshortcutsrc'), written));
  const path = join(
    env.XDG_DATA_HOME || join(home, '.local', 'share'),
    'kglobalaccel',
    'quoth-dictation.desktop',
  );
  refuseFile(path);
  const content = `[Desktop Entry]
Type=Application
Name=Quoth dictation
Exec=${command}
NoDisplay=true
StartupNotify=false
X-KDE-GlobalAccel-CommandShortcut=true
X-KDE-Shortcuts=${written}
`;
  return {
    changes: [{ type: 'file', path, content, mode: 0o644 }],
    afterwards: 'KDE reads it at the next login.',
  };
};

/** Desktops whose configuration is one text with a command for another file: what each calls things. */
const tilingDesktops = {
  sway: {
    configs: (config: string) => [join(config, 'sway', 'config')],
    keys: swayKeys,
    bind: (keys: string, command: string) => `bindsym ${keys} exec ${command}`,
    include: (file: string) => `include ${file}`,
    afterwards: 'Run "swaymsg reload".',
  },
  i3: {
    configs: (config: string, home: string) => [join(config, 'i3', 'config'), join(home, '.i3', 'config')],
    keys: swayKeys,
    bind: (keys: string, command: string) => `bindsym ${keys} exec --no-startup-id ${command}`,
    include: (file: string) => `include ${file}`,
    afterwards: 'Run "i3-msg reload".',
  },
  hyprland: {
    configs: (config: string) => [join(config, 'hypr', 'hyprland.conf')],
    keys: hyprlandKeys,
    bind: (keys: string, command: string) => `bind = ${keys}, exec, ${command}`,
    include: (file: string) => `source = ${file}`,
    afterwards: 'Hyprland reads it at once.',
  },
  /** In its binds, a key that is held repeats unless told otherwise. */
  niri: {
    configs: (config: string) => [join(config, 'niri', 'config.kdl')],
    keys: niriKeys,
    bind: (keys: string, command: string) => `binds { ${keys} repeat=false { spawn "${command}"; }; }`,
    include: (file: string) => `include ${JSON.stringify(file)} // Written by "quoth dictate bind".`,
    afterwards: 'niri reads it at once.',
  },
  /** Until 0.3: a script that river runs when it starts. */
  river: {
    configs: (config: string) => [join(config, 'river', 'init')],
    keys: riverKeys,
    bind: (keys: string, command: string) => `riverctl map normal ${keys} spawn ${command}`,
    include: (file: string) => `. ${file}`,
    afterwards: 'River reads it at the next login.',
  },
  /** Its file includes no other one; a section that comes again adds to the first. */
  wayfire: {
    configs: (config: string) => [join(config, 'wayfire.ini')],
    keys: wayfireKeys,
    bind: (keys: string, command: string) => `[command]\nbinding_quoth = ${keys}\ncommand_quoth = ${command}`,
    include: undefined,
    afterwards: 'Wayfire reads it at once, if its plugin "command" is on.',
  },
} as const;

const tiling =
  (desktop: keyof typeof tilingDesktops): Way =>
  (keys, command, { home, env }) => {
    const { configs, keys: written, bind, include, afterwards } = tilingDesktops[desktop];
    const paths = configs(configFolder(home, env), home);
    const config = paths.find((path) => existsSync(path));
    // A new file with only our line would replace the system's whole configuration.
    if (config === undefined)
      throw new UsageError(
        `There is no ${paths[0]}. Copy the configuration that came with ${desktop} there first: a new one would replace all its keys.`,
      );
    const version = desktop === 'niri' ? oldNiri(env) : undefined;
    if (version !== undefined)
      throw new UsageError(
        `niri ${version} knows no "include", and would refuse your configuration; 25.11 does. Nothing was changed. Update it, or add this to its binds: ${written(keys)} { spawn "quoth" "dictate" "toggle"; }`,
      );
    const theirs = readConfig(config).toString('latin1');
    const own = join(dirname(config), 'quoth-dictation.conf');
    const syntax = desktop === 'i3' ? 'sway' : desktop;
    refuseForeign(keys, foreignLine({ syntax, path: config, home, own }, written(keys)));
    const content = `${desktop === 'niri' ? '//' : '#'} Written by "quoth dictate bind".\n${bind(written(keys), command)}\n`;
    if (include === undefined)
      return { changes: [{ type: 'addition', path: config, text: `\n${content}` }], afterwards };
    if (desktop === 'river' && /(?:^|\n)\s*exec\s.*\s*$/.test(theirs))
      throw new UsageError(`${config} ends with "exec": nothing after it would run. Nothing was changed.`);
    refuseFile(own);
    return {
      changes: [
        { type: 'file', path: own, content, mode: 0o644 },
        { type: 'addition', path: config, text: `\n${include(own)}\n` },
      ],
      afterwards,
    };
  };

/** labwc reads one file of XML, in which keys may stand in several sections. */
const labwc: Way = (keys, command, { home, env }) => {
  const path = join(configFolder(home, env), 'labwc', 'rc.xml');
  const written = labwcKeys(keys);
  const theirs = existsSync(path) ? readConfig(path).toString('latin1') : undefined;
  const { standard, holder } = keybindsOf(theirs ?? '', written);
  refuseForeign(keys, holder);
  // labwc leaves out its own keys as soon as a file has any.
  const first = standard === 'implied' ? '<default /> ' : '';
  const text = `<!-- Written by "quoth dictate bind". --><keyboard>${first}<keybind key="${written}"><action name="Execute" command="${command}" /></keybind></keyboard>\n`;
  const afterwards = 'Run "labwc --reconfigure".';
  if (theirs === undefined) {
    const systems = (env.XDG_CONFIG_DIRS || '/etc/xdg').split(':').map((one) => join(one, 'labwc', 'rc.xml'));
    const system = systems.find((one) => existsSync(one));
    // A new file with only our key would replace the system's whole configuration.
    if (system !== undefined) throw new UsageError(`There is no ${path}; copy ${system} there first.`);
    const content = `<?xml version="1.0"?>\n<labwc_config>\n${text}</labwc_config>\n`;
    return { changes: [{ type: 'file', path, content, mode: 0o644 }], afterwards };
  }
  const before = ['</labwc_config>', '</openbox_config>'].find((end) => theirs.trimEnd().endsWith(end));
  if (before === undefined)
    throw new UsageError(`${path} does not end with </labwc_config>. Nothing was changed.`);
  return { changes: [{ type: 'addition', path, text, before }], afterwards };
};

const ways: Readonly<Record<BoundDesktop, Way>> = {
  gnome: custom('gnome'),
  cinnamon: custom('cinnamon'),
  kde,
  xfce,
  sway: tiling('sway'),
  i3: tiling('i3'),
  hyprland: tiling('hyprland'),
  niri: tiling('niri'),
  river: tiling('river'),
  wayfire: tiling('wayfire'),
  labwc,
};

function refuseForeign(keys: KeyCombination, holder: string | undefined): void {
  if (holder !== undefined)
    throw new UsageError(
      `${formatShortcut(keys)} is taken already: ${holder}. Nothing was changed; choose other keys.`,
    );
}

function refuseFile(path: string): void {
  if (existsSync(path))
    throw new UsageError(`${path} is there already and is not known. Nothing was changed.`);
}

/** What was bound, kept so that it can be taken back exactly. */
export interface BoundShortcut {
  readonly desktop: BoundDesktop;
  readonly shortcut: string;
  readonly changes: readonly BindingChange[];
}

const fileOf = (dataFolder: string) => join(dataFolder, 'desktop-shortcut.json');

/** Undefined where nothing was bound. */
export function readBound(dataFolder: string): BoundShortcut | undefined {
  const path = fileOf(dataFolder);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as BoundShortcut) : undefined;
}

export function keepBound(dataFolder: string, bound: BoundShortcut): void {
  replace(fileOf(dataFolder), `${JSON.stringify(bound, null, 2)}\n`, 0o600);
}

export function forgetBound(dataFolder: string): void {
  rmSync(fileOf(dataFolder), { force: true });
}

/** What the script must know; all absolute. */
interface LauncherPlace {
  readonly dataFolder: string;
  /** Words that run the command line, where neither curl nor nc can be had or Quoth does not run yet. */
  readonly commandLine: readonly string[];
}

/**
 * The script that a desktop's shortcut runs: a dictation begins, or ends. Node takes a tenth of a second to start, curl
 * and nc far less. The secret travels in a here-document, never in the arguments, which every user of the machine can
 * read. A script cannot have the application prove itself as the command line does; it asks instead that file and
 * socket belong to the user who runs it.
 */
export function launcherScript({ dataFolder, commandLine }: LauncherPlace): string {
  return `#!/bin/sh
# Written by "quoth dictate bind"; "quoth dictate bind --undo" removes it. Begins a dictation, or ends it.
facts=${quoted(`${dataFolder}/control-socket.json`)}
# No one reads what a shortcut prints.
tell() {
  command -v notify-send >/dev/null 2>&1 && notify-send --app-name=Quoth 'No dictation began' "$1"
}
by_node() {
  words=$(QUOTH_HOME=${quoted(dataFolder)} ${commandLine.map(quoted).join(' ')} dictate toggle 2>&1 >/dev/null)
  status=$?
  # While Quoth runs, it says itself why it refused.
  [ $status -eq 0 ] || { [ $status -ne 3 ] && [ -O "$facts" ]; } || tell "$words"
  exit $status
}
path= secret=
silent='Quoth does not answer. To start it again: quoth stop && quoth start'
[ -O "$facts" ] || by_node
while IFS= read -r line; do
  case $line in
    '  "path": "'*) path=\${line#*: \\"} path=\${path%\\",} ;;
    '  "secret": "'*) secret=\${line#*: \\"} secret=\${secret%\\",} ;;
  esac
done <"$facts"
case $path$secret in *[\\\\\\"]*) by_node ;; esac
[ -n "$secret" ] && [ -S "$path" ] && [ -O "$path" ] || by_node
if command -v curl >/dev/null 2>&1; then
  curl -q --silent --fail --noproxy '*' --max-time 10 --output /dev/null --unix-socket "$path" --config - \\
    --header 'Content-Type: application/json' --data '{}' http://localhost/dictation/toggle <<END
header = "Authorization: Bearer $secret"
END
  status=$?
  # Only where nothing listens: a request that arrived is not sent twice.
  [ $status -eq 7 ] && by_node
  # 22 is a refusal, and Quoth says itself why.
  [ $status -eq 0 ] || [ $status -eq 22 ] || tell "$silent"
  exit $status
fi
if command -v nc >/dev/null 2>&1; then
  # Without -N: Node takes a half-closed connection for one that was abandoned.
  cr=$(printf '\\r')
  answer=$(nc -w 10 -U "$path" 2>/dev/null <<END
POST /dictation/toggle HTTP/1.1$cr
Host: localhost$cr
Authorization: Bearer $secret$cr
Content-Type: application/json$cr
Content-Length: 3$cr
Connection: close$cr
$cr
{}
END
)
  status=$?
  case $answer in
    'HTTP/1.1 2'*) exit 0 ;;
    HTTP/*) exit 1 ;;
  esac
  # An nc that knows no Unix sockets has sent nothing.
  [ $status -eq 0 ] && { tell "$silent"; exit 1; }
fi
by_node
`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
