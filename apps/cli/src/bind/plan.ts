import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatShortcut, type KeyCombination } from '@quoth/contract';
import { UsageError } from '../exit-codes.ts';
import type { Change } from './change.ts';
import { foreignKdeEntry, foreignLine } from './foreign-shortcut.ts';
import type { Gsettings } from './gsettings.ts';
import { gnomeKeys, hyprlandKeys, kdeKeys, swayKeys } from './key-names.ts';
import { type LauncherPlace, launcherScript } from './launcher-script.ts';

export const boundDesktops = ['gnome', 'kde', 'sway', 'hyprland'] as const;
export type BoundDesktop = (typeof boundDesktops)[number];

export interface BindingPlace extends LauncherPlace {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly gsettings: Gsettings;
}

/** What is to be done, and what the user does afterwards. */
export interface BindingPlan {
  readonly changes: readonly Change[];
  readonly afterwards: string;
}

/** The desktop that this session runs on; undefined where it is none of these. */
export function desktopHere(env: BindingPlace['env']): BoundDesktop | undefined {
  const names = (env.XDG_CURRENT_DESKTOP ?? '').toLowerCase().split(':');
  return boundDesktops.find((desktop) => names.includes(desktop));
}

/** Reads only. Throws UsageError where the keys belong to something else, or where there is nothing to write into. */
export function planBinding(desktop: BoundDesktop, keys: KeyCombination, place: BindingPlace): BindingPlan {
  const command = join(place.dataFolder, 'dictate-toggle');
  // Four desktops quote in four ways.
  if (!/^[\w./+-]+$/.test(command))
    throw new UsageError(
      `The path ${command} has characters that not every desktop can run; bind it by hand.`,
    );
  const launcher: Change = { type: 'file', path: command, content: launcherScript(place), mode: 0o700 };
  const { changes, afterwards } = ways[desktop](keys, command, place);
  return { changes: [launcher, ...changes], afterwards };
}

type Way = (keys: KeyCombination, command: string, place: BindingPlace) => BindingPlan;

const gnome: Way = (keys, command, { gsettings }) => {
  const written = gnomeKeys(keys);
  refuseForeign(keys, gsettings.holderOf(written));
  return { changes: [{ type: 'gnome', keys: written, command }], afterwards: 'It works at once.' };
};

const kde: Way = (keys, command, { home, env }) => {
  const written = kdeKeys(keys);
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  refuseForeign(keys, foreignKdeEntry(join(config, 'kglobalshortcutsrc'), written));
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

const tiling =
  (desktop: 'sway' | 'hyprland'): Way =>
  (keys, command, { home, env }) => {
    const isSway = desktop === 'sway';
    const folder = join(env.XDG_CONFIG_HOME || join(home, '.config'), isSway ? 'sway' : 'hypr');
    const config = join(folder, isSway ? 'config' : 'hyprland.conf');
    // One that held our line alone would take the place of the system's.
    if (!existsSync(config)) throw new UsageError(`There is no ${config}; make one first.`);
    const own = join(folder, 'quoth-dictation.conf');
    const written = isSway ? swayKeys(keys) : hyprlandKeys(keys);
    const comparable = isSway ? written : written.replace(', ', '+');
    refuseForeign(keys, foreignLine({ desktop, path: config, home, own }, comparable));
    refuseFile(own);
    const binding = isSway ? `bindsym ${written} exec ${command}` : `bind = ${written}, exec, ${command}`;
    const line = isSway ? `include ${own}` : `source = ${own}`;
    return {
      changes: [
        { type: 'file', path: own, content: `# Written by "quoth dictate bind".\n${binding}\n`, mode: 0o644 },
        { type: 'addition', path: config, text: `\n${line}\n` },
      ],
      afterwards: isSway ? 'Run "swaymsg reload".' : 'Hyprland reads it at once.',
    };
  };

const ways: Readonly<Record<BoundDesktop, Way>> = {
  gnome,
  kde,
  sway: tiling('sway'),
  hyprland: tiling('hyprland'),
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
