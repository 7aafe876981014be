import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findRecordings } from '@quoth/core';
import { fillWithRecordings, vocabulary } from './many-recordings.ts';
import { type MeasuredProcess, startApplication } from './measured-process.ts';
import { median, quantile, type Result } from './result.ts';

const ROUNDS = 5;

/**
 * Substring search as core does it, against a LIKE scan of the same texts; both in this process, on connections of
 * their own.
 */
export async function benchSearch(rows: number): Promise<Result[]> {
  const home = mkdtempSync(join(tmpdir(), 'quoth-bench-search-'));
  await (await startApplication(home)).end();
  const words = vocabulary();
  fillWithRecordings(join(home, 'quoth.db'), rows, words);
  const plain = new DatabaseSync(join(home, 'quoth.db'), { readOnly: true });
  const searched = new DatabaseSync(join(home, 'quoth.db'), { readOnly: true });
  const application = await startApplication(home);
  const results: Result[] = [];
  const scan = plain.prepare("SELECT count(*) AS total FROM bench_plain WHERE text LIKE '%' || ? || '%'");
  try {
    const cases: readonly [name: string, term: string][] = [
      ['the most common word', words[0] ?? ''],
      ['a common word', words[30] ?? ''],
      ['a word in about 1 row in 200', words[3_000] ?? ''],
      ['a rare word', words[15_000] ?? ''],
      ['an absent word', 'qqxyzzy'],
      ['two rare words in a row that never meet', `${words[15_000]} ${words[14_000]}`],
      ['two letters', (words[15_000] ?? '').slice(0, 2)],
      ['one letter', 'e'],
    ];
    for (const [name, term] of cases) {
      const [ours, theirs]: number[][] = [[], []];
      let share = 0;
      for (let round = 0; round <= ROUNDS; round++) {
        let startedAt = performance.now();
        findRecordings(searched, {
          terms: [term],
          since: undefined,
          until: undefined,
          status: undefined,
          mode: undefined,
          id: undefined,
          inTrash: false,
          source: undefined,
          provider: undefined,
          madeBy: undefined,
          limit: 50,
          offset: 0,
        });
        const oursMs = performance.now() - startedAt;
        startedAt = performance.now();
        share = Number(scan.get(term)?.total ?? 0) / rows;
        const theirsMs = performance.now() - startedAt;
        if (round === 0) continue;
        ours?.push(oursMs);
        theirs?.push(theirsMs);
      }
      const factor = median(theirs ?? []) / median(ours ?? []);
      const rare = share < 0.01 && term.length >= 3;
      results.push({
        what: `search in ${rows.toLocaleString('en')} rows: ${name} (in ${(share * 100).toFixed(2)} % of rows), against LIKE`,
        measured: `${factor.toFixed(1)} times as fast (${median(ours ?? []).toFixed(1)} ms, ${median(theirs ?? []).toFixed(0)} ms)`,
        target: rare ? 'at least 20 times' : 'at least 0.5 times',
        met: factor >= (rare ? 20 : 0.5),
      });
    }
    results.push(await healthWhileSearching(application, rows));
  } finally {
    plain.close();
    searched.close();
    await application.end();
    rmSync(home, { recursive: true, force: true });
  }
  return results;
}

/** How `/health` answers while a search that must look at every row runs all the time. */
async function healthWhileSearching(application: MeasuredProcess, rows: number): Promise<Result> {
  const idle = await healthTimes(application, 400);
  let searching = true;
  const long = (async () => {
    while (searching) await search(application, 'qz');
  })();
  const busy = await healthTimes(application, 400);
  searching = false;
  await long;
  const [calm, loaded] = [quantile(idle, 0.99), quantile(busy, 0.99)];
  return {
    what: `\`/health\` p99 while a search runs through ${rows.toLocaleString('en')} rows`,
    measured: `${loaded.toFixed(1)} ms (${calm.toFixed(1)} ms without)`,
    target: 'reported',
    met: true,
  };
}

async function healthTimes({ baseUrl }: MeasuredProcess, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now();
    await (await fetch(`${baseUrl}/health`)).text();
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function search({ baseUrl, headers }: MeasuredProcess, term: string): Promise<void> {
  const response = await fetch(`${baseUrl}/recordings/search?q=${encodeURIComponent(term)}`, { headers });
  const body = (await response.json()) as { ok: boolean };
  if (!body.ok) throw new Error(JSON.stringify(body));
}
