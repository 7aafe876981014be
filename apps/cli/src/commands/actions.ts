import { resolve } from 'node:path';
import { type Client, QuothError } from '@quoth/client';
import {
  type Action,
  type ActionAttempt,
  type ActionPauseReason,
  type ActionRun,
  type ActionWork,
  actionNameKey,
  defaultEntry,
  limits,
  plainText,
  type RecordingSource,
  recordingSources,
} from '@quoth/contract';
import type { Command } from 'commander';
import type { Register } from '../environment.ts';
import { CommandEnded, exitCodes, UsageError } from '../exit-codes.ts';
import { modeNamed } from '../terminal/choices.ts';
import { printNote, printNotice, printResult, table } from '../terminal/print.ts';
import { recordingId } from '../terminal/recording-table.ts';
import { didYouMean, inQuotes, localTime, shortId } from '../terminal/wording.ts';

interface JsonFlag {
  readonly json?: boolean;
}

/** `quoth actions list|add|edit|remove|pause|resume|try|run|runs|again|secret`: what is done after a transcription. */
export const actions: Register = (command, environment) => {
  command
    .command('list')
    .description('List actions: what each does, and for which recordings')
    .action(async ({ json }: JsonFlag) => {
      const body = await (await environment.openOrStart()).listActions();
      printNotice(environment, json, body, () => actionTable(body.actions));
    });
  addActionOptions(command.command('add <name> [command...]'), 'new')
    .description('Add an action; a program and its arguments come after "--" and run without a shell')
    .action(async (name: string, program: string[], flags: ActionFlags) => {
      const does = workOf(fromHere(program, environment.config.cwd), flags);
      if (!does)
        throw new UsageError(
          'Say what it does: a program after "--", --post ADDRESS, or --append FILE. See quoth actions add --help',
        );
      const client = await environment.openOrStart();
      const body = await client.createAction({ body: { name, does, ...(await conditions(client, flags)) } });
      if (!flags.json && body.secret !== null)
        environment.stderr.write('The secret that signs what is posted. It will not be shown again:\n');
      if (!flags.json) printNote(environment, whenItRuns(body.action, flags));
      printNotice(environment, flags.json, body, () => body.secret ?? `Added ${body.action.name}.`);
    });
  addActionOptions(command.command('edit <action> [command...]'), 'existing')
    .description('Change an action; what you do not name stays as it is')
    .option('--name <name>', 'a new name')
    .action(async (written: string, program: string[], flags: ActionFlags & { readonly name?: string }) => {
      const client = await environment.openOrStart();
      const before = await actionNamed(client, written);
      const does = workOf(fromHere(program, environment.config.cwd), flags, before.does);
      const changes = { name: flags.name, does, ...(await conditions(client, flags)) };
      if (Object.values(changes).every((value) => value === undefined))
        throw new UsageError('Name something to change. See quoth actions edit --help');
      const body = await client.updateAction({ params: { id: before.id }, body: changes });
      printNotice(environment, flags.json, body, () => `Changed ${body.action.name}.`);
    });
  const turns = [
    ['pause', true, 'Pause an action: texts made meanwhile are not passed on', 'Paused'],
    ['resume', false, 'Resume an action: texts that wait are passed on at once', 'Resumed'],
  ] as const;
  for (const [verb, paused, description, done] of turns)
    command
      .command(`${verb} <action>`)
      .description(description)
      .action(async (written: string, { json }: JsonFlag) => {
        const client = await environment.openOrStart();
        const { id } = await actionNamed(client, written);
        const body = await client.updateAction({ params: { id }, body: { paused } });
        printNotice(environment, json, body, () => `${done} ${body.action.name}.`);
      });
  command
    .command('remove <action>')
    .description('Delete an action, what still waits for it, and its attempts')
    .action(async (written: string, { json }: JsonFlag) => {
      const client = await environment.openOrStart();
      const { id, name } = await actionNamed(client, written);
      const body = await client.deleteAction({ params: { id } });
      printNotice(environment, json, body, () => `Removed ${name}.`);
    });
  command
    .command('try <action>')
    .description('Run an action once with a sample text; no recording is involved')
    .option('--text <text>', 'the text to use instead of the sample')
    .action(async (written: string, { text, json }: JsonFlag & { text?: string }) => {
      const client = await environment.openOrStart();
      const { id } = await actionNamed(client, written);
      const body = await client.tryAction({ params: { id }, body: { text } });
      printResult(environment, json, body, () => describeAttempt(body.attempt));
      if (body.attempt.outcome !== 'done') throw new CommandEnded(exitCodes.failed);
    });
  command
    .command('run <action> <recording>')
    .description('Run an action for a recording, also one that did not trigger it')
    .action(async (written: string, recording: string, { json }: JsonFlag) => {
      const client = await environment.openOrStart();
      const { id } = await actionNamed(client, written);
      const recording_id = await recordingId(client, recording);
      const body = await client.runAction({ params: { id }, body: { recording_id } });
      printNotice(
        environment,
        json,
        body,
        () => `Queued. "quoth recordings show ${recording}" shows the result.`,
      );
    });
  command
    .command('runs [action]')
    .description('Show what actions did for recordings, with each attempt, newest first')
    .option('--recording <id>', 'only for this recording')
    .option('--limit <number>', 'how many at most', '20')
    .action(async (written: string | undefined, flags: JsonFlag & { recording?: string; limit: string }) => {
      const client = await environment.openOrStart();
      const query = {
        action_id: written === undefined ? undefined : (await actionNamed(client, written)).id,
        recording_id: flags.recording === undefined ? undefined : await recordingId(client, flags.recording),
        limit: flags.limit,
      };
      const body = await client.listActionRuns({ query });
      printResult(environment, flags.json, body, () =>
        body.runs.length === 0 ? 'No action has run yet.' : describeRuns(body.runs),
      );
    });
  command
    .command('again <run>')
    .description('Make another attempt now; the first characters of the id of a run are enough')
    .action(async (written: string, { json }: JsonFlag) => {
      const client = await environment.openOrStart();
      const body = await client.repeatActionRun({ params: { id: await runNamed(client, written) } });
      printNotice(environment, json, body, () => `Queued again: ${body.run.action_name}.`);
    });
  command
    .command('secret <action>')
    .description('Replace the signing secret of an action that posts, and print the new one, once')
    .action(async (written: string, { json }: JsonFlag) => {
      const client = await environment.openOrStart();
      const { id } = await actionNamed(client, written);
      const body = await client.renewActionSecret({ params: { id } });
      printNotice(environment, json, body, () => body.secret);
    });
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth actions add "Daily note" --append "~/Notes/{{date}}.md"\n  quoth actions add Log -- ~/bin/log-dictation --tag voice\n  quoth actions add Tasks --post https://example.com/quoth --modes Note\n  quoth actions try "Daily note"\n  quoth actions runs Tasks',
  );
};

/** Programs start in the home folder: one that is named by its way from here is kept by its full path. */
function fromHere([program, ...rest]: readonly string[], cwd: string): readonly string[] {
  if (program === undefined) return [];
  return [/^\.{1,2}[\\/]/.test(program) ? resolve(cwd, program) : program, ...rest];
}

/** For which recordings; undefined fields stay as they are. */
/** Who adds an action and then transcribes a file would wait for it in vain. */
function whenItRuns({ sources }: Action, flags: ActionFlags): string {
  const other = flags.sources === undefined ? `; for files too: --sources ${recordingSources.join(',')}` : '';
  return `It runs after recordings from: ${sources.join(', ')}${other}`;
}

async function conditions(client: Client, { modes, sources }: ActionFlags) {
  const named = listOf(modes);
  return {
    modes:
      named === undefined || named.join() === 'all'
        ? named && null
        : await Promise.all(named.map(async (mode) => (await modeNamed(client, mode)).id)),
    // The application knows which there are, and says so.
    sources: listOf(sources) as RecordingSource[] | undefined,
  };
}

async function runNamed(client: Client, written: string): Promise<string> {
  const { runs } = await client.listActionRuns({ query: { limit: '200' } });
  const found = runs.filter(({ id }) => id.startsWith(written.trim().toLowerCase()));
  if (found.length === 1 && found[0]) return found[0].id;
  throw new QuothError('INVALID_REQUEST', {
    message:
      found.length === 0 ? `There is no run ${written}.` : `${found.length} runs start with ${written}.`,
    hint: '"quoth actions runs" shows their ids.',
  });
}

function describeAttempt({ message, output }: ActionAttempt): string {
  return [message, output].filter(Boolean).join('\n');
}

/** The action that is meant by a name (without case) or an id. Throws INVALID_REQUEST. */
async function actionNamed(client: Client, written: string): Promise<Action> {
  const { actions } = await client.listActions();
  const wanted = actionNameKey(written);
  const found = actions.find(({ id, name }) => id === wanted || actionNameKey(name) === wanted);
  if (found) return found;
  const names = actions.map(({ name }) => name);
  throw new QuothError('INVALID_REQUEST', {
    message: `There is no action ${inQuotes(written)}.${didYouMean(written, names)}`,
    hint: '"quoth actions list" lists them.',
  });
}

/** What the options of an action say. */
interface ActionFlags {
  readonly post?: string;
  readonly append?: string;
  readonly entry?: string;
  readonly heading?: string;
  readonly timeout?: string;
  readonly modes?: string;
  readonly sources?: string;
  readonly json?: boolean;
}

/**
 * What an action does, and for which recordings; the help names defaults for a new one, since an existing one keeps
 * what it has.
 */
function addActionOptions(command: Command, action: 'new' | 'existing'): Command {
  const byDefault = (value: string) => (action === 'new' ? ` (default: ${value})` : '');
  return command
    .option('--post <address>', 'post the text to this address: https, or http on this machine')
    .option('--append <file>', 'add the text to this file, such as ~/Notes/{{date}}.md')
    .option(
      '--entry <template>',
      `with --append: the template of what is added${byDefault(`"${defaultEntry}"`)}`,
    )
    .option('--heading <template>', 'with --append: what a new file begins with')
    .option(
      '--timeout <seconds>',
      `for a program: its time limit${byDefault(String(limits.actionProgramSeconds))}`,
    )
    .option('--modes <modes>', `only for these modes, separated by commas, or all${byDefault('all')}`)
    .option(
      '--sources <sources>',
      `only for recordings from these, separated by commas: ${recordingSources.join(', ')}${byDefault('dictation')}`,
    );
}

/** A list that was written with commas; undefined if it was not written. */
function listOf(written: string | undefined): string[] | undefined {
  return written
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * What it does, from what is written and what it did before; undefined if nothing of that was written. Throws
 * UsageError.
 */
function workOf(
  command: readonly string[],
  { post, append, entry, heading, timeout }: ActionFlags,
  before?: ActionWork,
): ActionWork | undefined {
  const kinds = [
    command.length > 0 && 'program',
    post !== undefined && 'webhook',
    append !== undefined && 'file',
  ];
  const named = kinds.filter((kind) => kind !== false);
  if (named.length > 1) throw new UsageError('An action does one thing: a program, --post or --append.');
  const kind = named[0] ?? before?.kind;
  const ofFile = entry !== undefined || heading !== undefined;
  if (ofFile && kind !== 'file') throw new UsageError('--entry and --heading go with --append.');
  if (timeout !== undefined && kind !== 'program')
    throw new UsageError('--timeout goes with a program, which comes after "--".');
  if (named.length === 0 && !ofFile && timeout === undefined) return undefined;
  const old = before?.kind === kind ? before : undefined;
  switch (kind) {
    case 'program': {
      const was = old?.kind === 'program' ? old : undefined;
      return {
        kind,
        command: command.length > 0 ? [...command] : (was?.command ?? []),
        timeout_seconds: secondsOf(timeout) ?? was?.timeout_seconds ?? limits.actionProgramSeconds,
      };
    }
    case 'webhook':
      return { kind, url: post ?? '' };
    case 'file': {
      const was = old?.kind === 'file' ? old : undefined;
      const path = append ?? was?.path ?? '';
      return {
        kind,
        path,
        entry: withLineEnds(entry) ?? was?.entry ?? defaultEntry,
        heading: withLineEnds(heading) ?? was?.heading,
      };
    }
    default:
      return undefined;
  }
}

/** In a shell a line end is hard to type. */
function withLineEnds(template: string | undefined): string | undefined {
  return template?.replaceAll('\\n', '\n');
}

function secondsOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (/^\d{1,5}$/.test(written)) return Number(written);
  throw new UsageError('--timeout takes whole seconds, such as 120.');
}

const paused: Readonly<Record<ActionPauseReason, string>> = {
  user: 'paused',
  failures: 'paused: it failed repeatedly',
  gone: 'paused: its address is gone',
};

/** Actions one a line: what each does, for which recordings, and how it is. */
function actionTable(actions: readonly Action[]): string {
  if (actions.length === 0)
    return 'There are no actions yet. Add one: quoth actions add "Daily note" --append "~/Notes/{{date}}.md"';
  const rows = actions.map((action) => [
    action.name,
    describeWork(action),
    action.sources.join(','),
    action.modes === null ? 'all modes' : `${action.modes.length} modes`,
    action.paused === null ? 'on' : paused[action.paused.reason],
    action.waiting === 0 ? '' : `${action.waiting} waiting`,
  ]);
  return table([['Action', 'Does', 'For', 'Modes', 'State', ''], ...rows]);
}

function describeWork({ does }: Action): string {
  switch (does.kind) {
    case 'program':
      return `runs ${does.command.map((part) => (/^[\w@%+=:,./~-]+$/.test(part) ? part : JSON.stringify(part))).join(' ')}`;
    case 'webhook':
      return `posts to ${does.url}`;
    case 'file':
      return `adds to ${does.path}`;
  }
}

/** Runs with their attempts and what came back. */
export function describeRuns(runs: readonly ActionRun[]): string {
  return runs.map(describeRun).join('\n');
}

function describeRun(run: ActionRun): string {
  const next =
    run.next_at !== null
      ? `, next attempt ${localTime(run.next_at)}`
      : run.state === 'waiting'
        ? ', until the action is resumed'
        : '';
  const head = `${run.action_name}: ${run.state}${next} (run ${shortId(run.id)}, recording ${shortId(run.recording_id)})`;
  const attempts = run.attempts.map(({ number, started_at, outcome, message, output }) => {
    const line = `  ${number}. ${localTime(started_at)}  ${outcome}${message === '' ? '' : `: ${message}`}`;
    const printed = output === '' ? [] : output.split('\n').map((text) => `     | ${text}`);
    return [line, ...printed].join('\n');
  });
  return plainText([head, ...attempts].join('\n'));
}
