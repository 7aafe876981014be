import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findRecordings } from '@quoth/core';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { type Application, withApplication } from './application.ts';
import { fillWithRecordings, vocabulary } from './many-recordings.ts';
import { atLeast, figure, inTurns, median, ms, quantile, type Result, timed } from './result.ts';

/**
 * Substring search as core does it, against a LIKE scan of the same texts; both in this process, on connections of
 * their own.
 */
export async function benchSearch(rows: number): Promise<Result[]> {
  const home = temporaryFolder();
  await withApplication(async () => undefined, { home });
  const words = vocabulary();
  fillWithRecordings(join(home, 'quoth.db'), rows, words);
  const [rare = '', other = ''] = [words[15_000], words[14_000]];
  const cases: readonly [name: string, term: string][] = [
    ['the most common word', words[0] ?? ''],
    ['a common word', words[30] ?? ''],
    ['a word in about 1 row in 200', words[3_000] ?? ''],
    ['a rare word', rare],
    ['an absent word', 'qqxyzzy'],
    ['two rare words in a row that never meet', `${rare} ${other}`],
    ['two letters', rare.slice(0, 2)],
    ['one letter', 'e'],
  ];
  const measure = async (application: Application) => {
    const results: Result[] = [];
    for (const [name, term] of cases)
      results.push(await besideScan(join(home, 'quoth.db'), rows, name, term));
    return [...results, await healthWhileSearching(application, rows)];
  };
  return withApplication(measure, { home });
}

async function besideScan(path: string, rows: number, name: string, term: string): Promise<Result> {
  const plain = new DatabaseSync(path, { readOnly: true });
  const searched = new DatabaseSync(path, { readOnly: true });
  const scan = plain.prepare("SELECT count(*) AS total FROM bench_plain WHERE text LIKE '%' || ? || '%'");
  const filters = { since: undefined, until: undefined, status: undefined, mode: undefined, id: undefined };
  const more = { source: undefined, provider: undefined, madeBy: undefined, inTrash: false };
  let share = 0;
  const [ours, theirs] = await inTurns(5, [
    () =>
      timed(async () =>
        findRecordings(searched, { terms: [term], ...filters, ...more, limit: 50, offset: 0 }),
      ),
    () =>
      timed(async () => {
        share = Number(scan.get(term)?.total ?? 0) / rows;
      }),
  ]);
  plain.close();
  searched.close();
  const factor = median(theirs) / median(ours);
  return figure(
    `search in ${rows.toLocaleString('en')} rows: ${name} (in ${(share * 100).toFixed(2)} % of rows), against LIKE`,
    `${factor.toFixed(1)} times as fast (${ms(median(ours), 1)}, ${ms(median(theirs))})`,
    atLeast(factor, share < 0.01 && term.length >= 3 ? 20 : 0.5, 'times'),
  );
}

/** How `/health` answers while a search that must look at every row runs all the time. */
async function healthWhileSearching({ baseUrl, client }: Application, rows: number): Promise<Result> {
  const p99 = async () => {
    const health = () => timed(async () => (await fetch(`${baseUrl}/health`)).text());
    const [times] = await inTurns(400, [health], 0);
    return quantile(times, 0.99);
  };
  const calm = await p99();
  let isSearching = true;
  const long = (async () => {
    while (isSearching) await client.searchRecordings({ query: { q: 'qz' } });
  })();
  const loaded = await p99();
  isSearching = false;
  await long;
  return figure(
    `\`/health\` p99 while a search runs through ${rows.toLocaleString('en')} rows`,
    `${ms(loaded, 1)} (${ms(calm, 1)} without)`,
  );
}
