import { Readable } from 'node:stream';
import { QuothError } from '@quoth/client';
import {
  limits,
  plainText,
  presets,
  type Recording,
  recordingStatuses,
  transcriptFormats,
} from '@quoth/contract';
import { type Command, Option } from 'commander';
import { ask, canAsk } from '../ask.ts';
import { type CaptionFlags, captionQuery, withCaptionOptions } from '../caption-options.ts';
import { checkEngine } from '../check-choice.ts';
import { checkLanguage } from '../check-language.ts';
import { counted } from '../counted.ts';
import type { CliEnvironment } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { inQuotes } from '../in-quotes.ts';
import { modeNamed } from '../mode-named.ts';
import { OutcomeTold } from '../outcome-told.ts';
import { printNotice, printResult } from '../print.ts';
import { readTime } from '../read-time.ts';
import { recordingId } from '../recording-id.ts';
import { recordingInWords, recordingTable } from '../recording-table.ts';
import type { Register } from '../register.ts';
import { shortId } from '../short-id.ts';
import { type RewriteFlags, wantedRewriting } from '../wanted-rewriting.ts';
import { mayWrite, writeOutput } from '../write-output.ts';

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

interface ExportOptions extends CaptionFlags {
  readonly format: (typeof transcriptFormats)[number] | 'audio';
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

interface RetranscribeOptions extends RewriteFlags {
  readonly model?: string;
  readonly engine?: string;
  readonly language?: string;
  readonly json?: boolean;
}

const ID = 'the first characters of its id are enough';

/** `quoth recordings list|search|show|export|cancel|retranscribe|delete|restore|purge`. */
export const recordings: Register = (command, environment) => {
  listing(command.command('list').description('list past transcriptions, newest first'))
    .option('--trash', 'list what was deleted in the last 30 days')
    .action((options: ListOptions) => list(environment, undefined, options));
  listing(command.command('search <text>').description('search texts and file names')).action(
    (text: string, options: ListOptions) => list(environment, text, options),
  );
  command
    .command('show <id>')
    .description(`show one recording; ${ID}`)
    .action(async (written: string, options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      const body = await client.getRecording({ params: { id: await recordingId(client, written) } });
      printResult(environment, options.json, body, () => recordingInWords(body.recording));
    });
  withCaptionOptions(command.command('export <id>'))
    .description('export the transcript or the audio')
    .addOption(new Option('--format <format>').choices([...transcriptFormats, 'audio']).default('txt'))
    .option('--output <file>', 'write to this file instead of standard output')
    .option('--force', 'overwrite an existing file')
    .action((written: string, options: ExportOptions) => exported(environment, written, options));
  command
    .command('cancel <id...>')
    .description('stop processing recordings; their audio is kept')
    .action((written: string[], options: { json?: boolean }) => cancel(environment, written, options));
  command
    .command('retranscribe <id>')
    .description('transcribe the kept audio again')
    .option('--mode <mode>', 'name or id of a mode')
    .option('--model <id>', 'a model from "quoth models list"')
    .option('--engine <name>', 'such as whisper, parakeet or pocketsphinx')
    .option('--language <tag>', 'such as en, or auto')
    .option('--rewrite', 'have a language model rewrite the text, even if the mode does not')
    .option('--no-rewrite', "skip the mode's rewriting")
    .addOption(
      new Option('--preset <preset>', 'rewrite with this preset, whatever the mode says').choices(presets),
    )
    .action((written: string, options: RetranscribeOptions) => retranscribed(environment, written, options));
  command
    .command('delete <id...>')
    .description(`move recordings to the trash, where they stay for ${limits.trashDays} days`)
    .action(async (written: string[], options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      const ids: string[] = [];
      for (const one of written) {
        const id = await recordingId(client, one);
        await client.deleteRecording({ params: { id } });
        ids.push(id);
      }
      printNotice(
        environment,
        options.json,
        { ok: true, ids },
        () =>
          `Moved to the trash for ${limits.trashDays} days. To get it back: quoth recordings restore ${written.join(' ')}`,
      );
    });
  command
    .command('restore <id...>')
    .description('restore recordings from the trash')
    .action(async (written: string[], options: { json?: boolean }) => {
      const client = await environment.openOrStart();
      const restored: Recording[] = [];
      for (const one of written) {
        const id = await recordingId(client, one, { trash: true });
        restored.push((await client.restoreRecording({ params: { id } })).recording);
      }
      printResult(environment, options.json, { ok: true, recordings: restored }, () =>
        recordingTable(restored),
      );
    });
  command
    .command('purge [id...]')
    .description('delete everything in the trash, or some of it, for good: audio and text')
    .option('-y, --yes', 'do not ask')
    .action((written: string[], options: { yes?: boolean; json?: boolean }) =>
      purge(environment, written, options),
    );
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth recordings list\n  quoth recordings search invoice --limit 5\n  quoth recordings show 3f2b8c1e\n  quoth recordings export 3f2b --format srt --output talk.srt',
  );
};

function listing(command: Command): Command {
  return command
    .option('--since <time>', 'at or after this time: 2026-11-21, "2026-11-21 09:30", ISO 8601')
    .option('--until <time>', 'before this time')
    .addOption(new Option('--status <status>').choices(recordingStatuses))
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

async function list(
  environment: CliEnvironment,
  q: string | undefined,
  { json, since, until, status, mode, limit, offset, trash }: ListOptions,
): Promise<void> {
  const client = await environment.openOrStart();
  const body = await client.searchRecordings({
    query: {
      q,
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
    if (body.returned === 0) return trash ? 'The trash is empty.' : 'No recordings.';
    const left = body.total - (offset ?? 0) - body.returned;
    const more =
      left > 0
        ? `\n${left}${body.total_capped ? ' or more' : ''} more: --limit ${limit + left}, or --offset ${(offset ?? 0) + body.returned}`
        : '';
    return `${recordingTable(body.recordings)}${more}`;
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

async function exported(
  environment: CliEnvironment,
  written: string,
  { format, output, force = false, json, ...captions }: ExportOptions,
): Promise<void> {
  if (output === undefined && format === 'audio' && environment.stdout.isTTY)
    throw new UsageError('Audio cannot be printed on a terminal: use --output FILE.');
  if (output !== undefined) await mayWrite(environment, output, force);
  const client = await environment.openOrStart();
  const id = await recordingId(client, written);
  const { recording } = await client.getRecording({ params: { id } });
  if (format !== 'audio' && format !== 'json' && recording.text === '')
    throw new QuothError('INVALID_REQUEST', {
      message: `This recording has no text: ${recording.error?.message ?? `it is ${recording.status}.`}`,
      hint: `"quoth recordings show ${id}" tells more; "quoth recordings retranscribe ${id}" transcribes it again.`,
    });
  const response =
    format === 'audio'
      ? await client.getRecordingAudio({ params: { id } })
      : await client.getTranscript({ params: { id, format }, query: captionQuery(captions) });
  if (output === undefined) {
    if (format === 'audio' || format === 'json') {
      for await (const chunk of response.body ?? []) environment.stdout.write(chunk);
    } else environment.stdout.write(plainText(await response.text()));
    return;
  }
  await writeOutput(output, Readable.from(response.body ?? []));
  printResult(environment, json, { ok: true, output }, () => '');
}

async function retranscribed(
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
  const body = await client.retranscribe({
    params: { id },
    body: {
      ...rest,
      ...rewriting.request,
      ...(modeWritten === undefined ? {} : { mode_id: rewriting.mode.id }),
    },
    signal: environment.signal,
  });
  if ('text' in body) new OutcomeTold(environment, rewriting).tell(body);
  printResult(environment, json, body, () => ('text' in body ? body.text : body.recording_id));
}

/** What has ended by itself is left as it is; where that is so of all of them, nothing was cancelled, and the command says so by its exit code. */
async function cancel(
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
    throw new QuothError('INVALID_REQUEST', {
      message: `There is nothing to cancel: ${ended.map(endedInWords).join(', ')}.`,
      hint: '"quoth recordings list --status transcribing" shows what is at work.',
    });
  for (const one of ended) environment.stderr.write(`Not cancelled: ${endedInWords(one)}.\n`);
  printResult(environment, json, { ok: true, recordings }, () => recordingTable(recordings));
}

function endedInWords({ id, status }: Recording): string {
  return `${shortId(id)} ${status === 'failed' ? 'has failed' : 'is completed'} already`;
}

async function purge(
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
      throw new UsageError(`${counted(count, 'recording')} would be deleted for good. Confirm with --yes.`);
    const answer = await ask(
      environment,
      `Delete ${counted(count, 'recording')} for good, audio and text? [y/N] `,
    );
    if (!/^y/i.test(answer)) throw new UsageError('Nothing was deleted.');
  }
  const body = await client.purgeRecordings({ body: written.length > 0 ? { ids } : {} });
  printResult(environment, json, body, () =>
    body.purged === 0 ? 'The trash is empty.' : `Deleted ${counted(body.purged, 'recording')} for good.`,
  );
}
