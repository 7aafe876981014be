import { resolve } from 'node:path';
import { type Client, QuothError } from '@quoth/client';
import type { ActionAttempt, RecordingSource } from '@quoth/contract';
import { actionNamed } from '../action-named.ts';
import { type ActionFlags, addActionOptions, listOf, workOf } from '../action-options.ts';
import { actionTable, runsInWords } from '../action-table.ts';
import { Ended, exitCodes, UsageError } from '../exit-codes.ts';
import { modeNamed } from '../mode-named.ts';
import { printNotice, printResult } from '../print.ts';
import { recordingId } from '../recording-id.ts';
import type { Register } from '../register.ts';

interface JsonFlag {
  readonly json?: boolean;
}

/** `quoth actions list|add|edit|remove|pause|resume|try|run|runs|again|secret`: what is done after a transcription. */
export const actions: Register = (command, environment) => {
  command
    .command('list')
    .description('list actions: what each does, and for which recordings')
    .action(async ({ json }: JsonFlag) => {
      const body = await (await environment.openOrStart()).listActions();
      printNotice(environment, json, body, () => actionTable(body.actions));
    });
  addActionOptions(command.command('add <name> [command...]'), 'new')
    .description('add an action; a program and its arguments come after "--" and run without a shell')
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
      printNotice(environment, flags.json, body, () => body.secret ?? `Added ${body.action.name}.`);
    });
  addActionOptions(command.command('edit <action> [command...]'), 'existing')
    .description('change an action; what you do not name stays as it is')
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
    ['pause', true, 'pause an action: texts made meanwhile are not passed on', 'Paused'],
    ['resume', false, 'resume an action: texts that wait are passed on at once', 'Resumed'],
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
    .description('delete an action, what still waits for it, and its attempts')
    .action(async (written: string, { json }: JsonFlag) => {
      const client = await environment.openOrStart();
      const { id, name } = await actionNamed(client, written);
      const body = await client.deleteAction({ params: { id } });
      printNotice(environment, json, body, () => `Removed ${name}.`);
    });
  command
    .command('try <action>')
    .description('run an action once with a sample text; no recording is involved')
    .option('--text <text>', 'the text to use instead of the sample')
    .action(async (written: string, { text, json }: JsonFlag & { text?: string }) => {
      const client = await environment.openOrStart();
      const { id } = await actionNamed(client, written);
      const body = await client.tryAction({ params: { id }, body: { text } });
      printResult(environment, json, body, () => attemptInWords(body.attempt));
      if (body.attempt.outcome !== 'done') throw new Ended(exitCodes.failed);
    });
  command
    .command('run <action> <recording>')
    .description('run an action for a recording, also one that did not trigger it')
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
    .description('show what actions did for recordings, with each attempt, newest first')
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
        body.runs.length === 0 ? 'No action has run yet.' : runsInWords(body.runs),
      );
    });
  command
    .command('again <run>')
    .description('make another attempt now; the first characters of the id of a run are enough')
    .action(async (written: string, { json }: JsonFlag) => {
      const client = await environment.openOrStart();
      const body = await client.repeatActionRun({ params: { id: await runNamed(client, written) } });
      printNotice(environment, json, body, () => `Queued again: ${body.run.action_name}.`);
    });
  command
    .command('secret <action>')
    .description('replace the signing secret of an action that posts, and print the new one, once')
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

function attemptInWords({ message, output }: ActionAttempt): string {
  return [message, output].filter(Boolean).join('\n');
}
