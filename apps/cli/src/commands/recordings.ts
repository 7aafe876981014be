import { QuothError } from '@quoth/client';
import {
  type ActionRun,
  limits,
  presets,
  type Recording,
  recordingStatuses,
  searchTerms,
  transcriptFormats,
} from '@quoth/contract';
import { type Command, Option } from 'commander';
import type { CliEnvironment, Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { ask, canAsk } from '../terminal/ask.ts';
import { checkEngine, checkLanguage, modeNamed, readTime } from '../terminal/choices.ts';
import { declined, printNote, printNotice, printResult } from '../terminal/print.ts';
import { followProgress, Progress } from '../terminal/progress.ts';
import { formatRecording, recordingId, recordingTable } from '../terminal/recording-table.ts';
import { counted, inQuotes, shortId } from '../terminal/wording.ts';
import { type RewriteFlags, RewritingReport, wantedRewriting } from '../transcribing/rewriting.ts';
import { withCaptionOptions } from '../transcribing/transcribe-files.ts';
import { describeRuns } from './actions.ts';
import { type ExportOptions, exportRecording } from './recordings-export.ts';

const ID = 'the first characters of its id are enough';

/** `quoth recordings list|search|show|export|cancel|retranscribe|delete|restore|purge`. */
export const recordings: Register = (command, environment) => {
  withListOptions(command.command('list').description('List past transcriptions, newest first'))
    .option('--trash', 'list what was deleted in the last 30 days')
    .action((options: ListOptions) => listRecordings(environment, undefined, options));
  withListOptions(command.command('search <words...>'))
    .description('Search texts and file names for all of these words, in any order')
    .addHelpText(
      'after',
      `\nExamples:\n  quoth recordings search invoice june\n  quoth recordings search '"next tuesday"'`,
    )
    .action((words: string[], options: ListOptions) => listRecordings(environment, words.join(' '), options));
  command
    .command('show <id>')
    .description(`Show one recording; ${ID}`)
    .action(async (written: string, options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      const id = await recordingId(client, written);
      const { recording } = await client.getRecording({ params: { id } });
      const { runs } = await client.listActionRuns({ query: { recording_id: id } });
      const body = { ok: true, recording, ...(runs.length > 0 && { action_runs: runs }) };
      printResult(environment, options.json, body, () =>
        [formatRecording(recording, environment.config.program), ...actionsOf(runs)].join('\n'),
      );
    });
  withCaptionOptions(command.command('export <id>'))
    .description('Export the transcript or the audio')
    .addOption(
      new Option('--format <format>', 'what to export')
        .choices([...transcriptFormats, 'audio'])
        .default('txt'),
    )
    .option('--output <file>', 'write to this file instead of standard output')
    .option('--force', 'overwrite an existing file')
    .action((written: string, options: ExportOptions) => exportRecording(environment, written, options));
  command
    .command('cancel <id...>')
    .description('Stop processing recordings; their audio is kept')
    .action((written: string[], options: { json?: boolean }) =>
      cancelRecordings(environment, written, options),
    );
  command
    .command('retranscribe <id>')
    .description('Transcribe the kept audio again')
    .option('--mode <mode>', 'name or id of a mode')
    .option('--model <id>', 'a model from "quoth models list"')
    .option('--engine <name>', 'such as whisper, parakeet or moonshine')
    .option('--language <tag>', 'such as en, or auto')
    .option('--rewrite', 'have a language model rewrite the text, even if the mode does not')
    .option('--no-rewrite', "skip the mode's rewriting")
    .addOption(
      new Option('--preset <preset>', 'rewrite with this preset, whatever the mode says').choices(presets),
    )
    .action((written: string, options: RetranscribeOptions) =>
      retranscribeRecording(environment, written, options),
    );
  command
    .command('delete <id...>')
    .description(`Move recordings to the trash, where they stay for ${limits.trashDays} days`)
    .action((written: string[], options: { json?: boolean }) =>
      deleteRecordings(environment, written, options),
    );
  command
    .command('restore <id...>')
    .description('Restore recordings from the trash')
    .action((written: string[], options: { json?: boolean }) =>
      restoreRecordings(environment, written, options),
    );
  command
    .command('purge [id...]')
    .description('Delete everything in the trash, or some of it, permanently: audio and text')
    .option('-y, --yes', 'do not ask')
    .action((written: string[], options: { yes?: boolean; json?: boolean }) =>
      purgeRecordings(environment, written, options),
    );
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth recordings list\n  quoth recordings search invoice --limit 5\n  quoth recordings show 3f2b8c1e\n  quoth recordings export 3f2b --format srt --output talk.srt',
  );
};

function actionsOf(runs: readonly ActionRun[]): string[] {
  return runs.length === 0 ? [] : ['', 'Actions', describeRuns(runs)];
}

/** Options of `quoth recordings list` and `search`. */
interface ListOptions {
  readonly since?: string;
  readonly until?: string;
  readonly status?: (typeof recordingStatuses)[number];
  readonly mode?: string;
  readonly limit: number;
  readonly offset?: number;
  readonly trash?: boolean;
  readonly json?: boolean;
}

/** Adds these options to a command. */
function withListOptions(command: Command): Command {
  return command
    .option('--since <time>', 'at or after this time: 2026-11-21, "2026-11-21 09:30", ISO 8601')
    .option('--until <time>', 'before this time')
    .addOption(new Option('--status <status>', 'only recordings with this status').choices(recordingStatuses))
    .option('--mode <mode>', 'name or id of a mode')
    .addOption(new Option('--limit <count>', 'how many at most').argParser(countOf('--limit', 1)).default(20))
    .addOption(new Option('--offset <count>', 'skip the first ones').argParser(countOf('--offset', 0)));
}

/** Commander's parser of a whole number from `least` on. */
function countOf(flag: string, least: number): (written: string) => number {
  return (written) => {
    const count = Number(written);
    if (/^\d+$/.test(written) && count >= least) return count;
    throw new UsageError(`${flag} takes a whole number of at least ${least}, not ${inQuotes(written)}.`);
  };
}

/** Prints the recordings that fit, newest first; all of them without `words`. */
async function listRecordings(
  environment: CliEnvironment,
  words: string | undefined,
  { json, since, until, status, mode, limit, offset, trash }: ListOptions,
): Promise<void> {
  const client = await environment.openOrStart();
  const body = await client.searchRecordings({
    query: {
      words,
      since: since && readTime(since),
      until: until && readTime(until),
      status,
      mode: mode && (await modeOrName(client, mode)),
      trash,
      limit: String(limit),
      offset: offset === undefined ? undefined : String(offset),
    },
  });
  printResult(environment, json, body, () => {
    if (body.returned === 0 && words !== undefined) return 'No recording matches. Search for fewer words.';
    if (body.returned === 0) return trash ? 'The trash is empty.' : 'No recordings.';
    const left = body.total - (offset ?? 0) - body.returned;
    const more =
      left > 0
        ? `\n${left}${body.total_capped ? ' or more' : ''} more: --limit ${limit + left}, or --offset ${(offset ?? 0) + body.returned}`
        : '';
    return `${recordingTable(body.recordings, searchTerms(words ?? '')[0])}${more}`;
  });
}

/** A mode that is gone is still found by the name that its recordings have. */
async function modeOrName(
  client: Awaited<ReturnType<CliEnvironment['openOrStart']>>,
  written: string,
): Promise<string> {
  return modeNamed(client, written).then(
    ({ id }) => id,
    () => written,
  );
}

/**
 * Cancels the work on recordings. Those that have ended by themselves stay as they are; if all have, the command fails.
 */
async function cancelRecordings(
  environment: CliEnvironment,
  written: readonly string[],
  { json }: { json?: boolean },
): Promise<void> {
  const client = await environment.openOrStart();
  const recordings: Recording[] = [];
  for (const one of written) {
    const id = await recordingId(client, one);
    recordings.push((await client.cancelRecording({ params: { id } })).recording);
  }
  const ended = recordings.filter(({ status }) => status === 'completed' || status === 'failed');
  if (ended.length === recordings.length)
    throw new QuothError('CONFLICT', {
      message: `There is nothing to cancel: ${ended.map(describeEnd).join(', ')}.`,
      hint: '"quoth recordings list --status transcribing" shows what is in progress.',
    });
  for (const one of ended) printNote(environment, `Not canceled: ${describeEnd(one)}.`);
  printResult(environment, json, { ok: true, recordings }, () => recordingTable(recordings));
}

function describeEnd({ id, status }: Recording): string {
  return `${shortId(id)} ${status === 'failed' ? 'has failed' : 'is completed'} already`;
}

/** Options of `quoth recordings retranscribe`. */
interface RetranscribeOptions extends RewriteFlags {
  readonly model?: string;
  readonly engine?: string;
  readonly language?: string;
  readonly json?: boolean;
}

/** Transcribes the kept audio of a recording again, and prints the text. */
async function retranscribeRecording(
  environment: CliEnvironment,
  written: string,
  { json, mode: modeWritten, rewrite, preset, ...rest }: RetranscribeOptions,
): Promise<void> {
  checkLanguage(rest.language);
  const client = await environment.openOrStart();
  await checkEngine(client, rest.engine);
  const id = await recordingId(client, written);
  const rewriting = await wantedRewriting(client, {
    ...(modeWritten !== undefined && { mode: modeWritten }),
    ...(rewrite !== undefined && { rewrite }),
    ...(preset !== undefined && { preset }),
  });
  using progress = new Progress(environment, shortId(id));
  await using followed = followProgress(client, { recordingId: id }, progress);
  const body = await client.retranscribe({
    params: { id },
    body: {
      ...rest,
      ...rewriting.request,
      ...(modeWritten === undefined ? {} : { mode_id: rewriting.mode.id }),
    },
    signal: environment.signal,
  });
  // The bar goes before anything is written in its place.
  await followed[Symbol.asyncDispose]();
  progress[Symbol.dispose]();
  if ('text' in body) new RewritingReport(environment, rewriting).tell(body);
  printResult(environment, json, body, () => ('text' in body ? body.text : body.recording_id));
}

/** Moves recordings to the trash. */
async function deleteRecordings(
  environment: CliEnvironment,
  written: readonly string[],
  { json }: { json?: boolean },
): Promise<void> {
  const client = await environment.openOrStart();
  const ids: string[] = [];
  for (const one of written) {
    const id = await recordingId(client, one);
    await client.deleteRecording({ params: { id } });
    ids.push(id);
  }
  printNotice(
    environment,
    json,
    { ok: true, ids },
    () =>
      `Moved to the trash for ${limits.trashDays} days. To get it back: quoth recordings restore ${written.join(' ')}`,
  );
}

/** Takes recordings out of the trash. */
async function restoreRecordings(
  environment: CliEnvironment,
  written: readonly string[],
  { json }: { json?: boolean },
): Promise<void> {
  const client = await environment.openOrStart();
  const restored: Recording[] = [];
  for (const one of written) {
    const id = await recordingId(client, one, { trash: true });
    restored.push((await client.restoreRecording({ params: { id } })).recording);
  }
  printResult(environment, json, { ok: true, recordings: restored }, () => recordingTable(restored));
}

/** Deletes recordings in the trash permanently, all of them if none is named. Asks first unless `yes`. */
async function purgeRecordings(
  environment: CliEnvironment,
  written: readonly string[],
  { yes = false, json }: { yes?: boolean; json?: boolean },
): Promise<void> {
  const client = await environment.openOrStart();
  const ids: string[] = [];
  for (const one of written) ids.push(await recordingId(client, one, { trash: true }));
  const { total } = await client.searchRecordings({ query: { trash: true, limit: '1' } });
  const count = written.length > 0 ? ids.length : total;
  if (count > 0 && !yes) {
    if (!canAsk(environment))
      throw new UsageError(
        `${counted(count, 'recording')} would be deleted permanently. Confirm with --yes.`,
      );
    const answer = await ask(
      environment,
      `Delete ${counted(count, 'recording')} permanently, audio and text? [y/N] `,
    );
    if (!/^y/i.test(answer)) throw declined(environment, 'Nothing was deleted.');
  }
  const body = await client.purgeRecordings({ body: written.length > 0 ? { ids } : {} });
  printResult(environment, json, body, () =>
    body.purged === 0 ? 'The trash is empty.' : `Deleted ${counted(body.purged, 'recording')} permanently.`,
  );
}
