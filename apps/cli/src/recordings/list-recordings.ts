import { recordingStatuses } from '@quoth/contract';
import { type Command, Option } from 'commander';
import type { CliEnvironment } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { inQuotes } from '../in-quotes.ts';
import { modeNamed } from '../mode-named.ts';
import { printResult } from '../print.ts';
import { readTime } from '../read-time.ts';
import { recordingTable } from '../recording-table.ts';

/** Options of `quoth recordings list` and `search`. */
export interface ListOptions {
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
export function withListOptions(command: Command): Command {
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

/** Prints the recordings that fit, newest first; all of them without a text `q`. */
export async function listRecordings(
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
    return `${recordingTable(body.recordings, q)}${more}`;
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
