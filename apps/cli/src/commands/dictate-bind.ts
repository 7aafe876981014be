import { existsSync } from 'node:fs';
import { makeDataFolder } from '@quoth/client/node';
import { formatShortcut, isBareModifier, type KeyCombination, parseShortcut } from '@quoth/contract';
import { type Command, Option } from 'commander';
import { apply, describeChange, revert } from '../bind/changes.ts';
import {
  type BoundDesktop,
  type BoundShortcut,
  boundDesktops,
  desktopHere,
  forgetBound,
  keepBound,
  planBinding,
  readBound,
} from '../bind/plan.ts';
import type { CliEnvironment } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { ask, canAsk } from '../terminal/ask.ts';
import { declined, printNotice } from '../terminal/print.ts';
import { inQuotes } from '../terminal/wording.ts';

interface BindFlags {
  readonly desktop?: BoundDesktop;
  readonly print?: boolean;
  readonly undo?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `quoth dictate bind`: the desktop's own shortcut for dictation, where no program may take keys. */
export function bindCommand(command: Command, environment: CliEnvironment): void {
  command
    .command('bind')
    .argument('[keys]', 'such as Super+D; Ctrl+Alt+Space without it')
    .description("Set the desktop's own shortcut to begin and end a dictation, for Wayland")
    .addOption(
      new Option('--desktop <desktop>', 'the one you use, where it cannot be told').choices(boundDesktops),
    )
    .option('--print', 'only show what would be changed')
    .option('--undo', 'undo what was changed')
    .option('-y, --yes', 'do not ask')
    .action(async (keys: string | undefined, flags: BindFlags) =>
      flags.undo ? undo(environment, flags) : bind(environment, keys ?? 'Ctrl+Alt+Space', flags),
    );
}

async function bind(environment: CliEnvironment, written: string, flags: BindFlags): Promise<void> {
  const { dataFolder, home, env, launcher } = environment.config;
  const keys = combination(written);
  const desktop = flags.desktop ?? desktopHere(env);
  if (!desktop)
    throw new UsageError(
      `Say which desktop: --desktop ${boundDesktops.join('|')}. In others, such as COSMIC, give the command "quoth dictate toggle" a shortcut in their settings.`,
    );
  const before = readBound(dataFolder);
  if (before)
    throw new UsageError(
      `${before.shortcut} is bound in ${before.desktop} already; "quoth dictate bind --undo" first.`,
    );
  const commandLine = existsSync(launcher) ? [launcher] : [process.execPath, process.argv[1] ?? 'quoth'];
  const plan = planBinding(desktop, keys, { dataFolder, commandLine, home, env });
  const shortcut = formatShortcut(keys);
  const bound: BoundShortcut = { desktop, shortcut, changes: plan.changes };
  const lines = plan.changes.map((change) => `  ${describeChange(change)}`);
  const body = { ok: true, bound: !flags.print, ...bound };
  if (flags.print) {
    printNotice(environment, flags.json, body, () =>
      [`Would bind ${shortcut} in ${desktop}:`, ...lines].join('\n'),
    );
    return;
  }
  await agreed(environment, flags, [`To bind ${shortcut} in ${desktop}:`, ...lines].join('\n'));
  makeDataFolder(dataFolder);
  // Kept first: what a crash leaves half done can be taken back too.
  keepBound(dataFolder, bound);
  for (const change of plan.changes) apply(change, env);
  printNotice(environment, flags.json, body, () =>
    [
      `${shortcut} begins a dictation, and ends it. ${plan.afterwards}`,
      'Take it back: quoth dictate bind --undo',
    ].join('\n'),
  );
}

async function undo(environment: CliEnvironment, flags: BindFlags): Promise<void> {
  const { dataFolder, env } = environment.config;
  const bound = readBound(dataFolder);
  if (!bound) {
    printNotice(environment, flags.json, { ok: true, undone: false }, () => 'No shortcut was bound.');
    return;
  }
  const changes = bound.changes.toReversed();
  const lines = changes.map((change) => `  undo: ${describeChange(change)}`);
  if (flags.print) {
    printNotice(environment, flags.json, { ok: true, undone: false, ...bound }, () => lines.join('\n'));
    return;
  }
  await agreed(environment, flags, lines.join('\n'));
  const left = changes.flatMap((change) => revert(change, env) ?? []);
  forgetBound(dataFolder);
  printNotice(environment, flags.json, { ok: true, undone: true, left }, () =>
    [`${bound.shortcut} is free again in ${bound.desktop}.`, ...left].join('\n'),
  );
}

async function agreed(environment: CliEnvironment, { yes }: BindFlags, what: string): Promise<void> {
  if (yes) return;
  if (!canAsk(environment)) throw new UsageError(`${what}\nNothing was changed. --yes does it.`);
  const answer = await ask(environment, `${what}\nDo it? [y/N] `);
  if (!/^y/i.test(answer)) throw declined(environment);
}

function combination(written: string): KeyCombination {
  const keys = parseShortcut(written);
  if (!keys) throw new UsageError(`${inQuotes(written)} is no shortcut. Write it as Ctrl+Alt+Space.`);
  if (isBareModifier(keys.key)) throw new UsageError('A desktop binds no modifier by itself; add a key.');
  return keys;
}
