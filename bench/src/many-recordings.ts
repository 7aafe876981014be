import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const root = join(import.meta.dirname, '..', '..');

const WORDS_A_ROW = 60;
const VOCABULARY = 20_000;

/**
 * Words whose letters follow each other as in the documents, the same in each run: they share trigrams as those of a
 * text do.
 */
export function vocabulary(): string[] {
  const random = seeded(7);
  const pages = globSync('docs/**/*.md', { cwd: root }).sort();
  const text = pages.map((page) => readFileSync(join(root, page), 'utf8').toLowerCase()).join(' ');
  const following = new Map<string, string>();
  for (const [word] of text.matchAll(/[a-z]{3,12}/g))
    for (let at = 0; at <= word.length; at++) {
      const before = `  ${word}`.slice(at, at + 2);
      following.set(before, (following.get(before) ?? '') + (word[at] ?? ' '));
    }
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    let word = '';
    for (let next = ''; next !== ' ' && word.length < 12; word += next.trim()) {
      const letters = following.get(`  ${word}`.slice(-2)) ?? ' ';
      next = letters[Math.floor(random() * letters.length)] ?? ' ';
    }
    if (word.length > 2) words.add(word);
  }
  return [...words];
}

/** Rows of words by Zipf's law, straight into the application's own tables, and into a plain one for the scan. */
export function fillWithRecordings(path: string, rows: number, words: readonly string[]): void {
  const random = seeded(11);
  const weights = words.map((_, rank) => 1 / (rank + 2.7));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const table = new Uint16Array(1_000_000);
  let at = 0;
  for (const [rank, weight] of weights.entries()) {
    const until = at + Math.max(1, Math.round((weight / total) * table.length));
    table.fill(rank, at, until);
    at = until;
  }
  const places = Math.min(at, table.length);
  const database = new DatabaseSync(path);
  // 1 GiB of cache while filling: with SQLite's 2 MB, merging the index of a million rows takes ten minutes.
  database.exec(
    'PRAGMA synchronous = OFF; PRAGMA cache_size = -1048576; BEGIN; CREATE TABLE bench_plain (seq INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT',
  );
  const recording = database.prepare(
    `INSERT INTO recordings (seq, id, date_ms, status, source, duration_s, options, text, transcribed_text)
     VALUES (?, ?, ?, 'completed', 'api', 1.5, '{"options":{}}', ?, ?)`,
  );
  const searchable = database.prepare('INSERT INTO recording_texts (seq, folded) VALUES (?, ?)');
  const plain = database.prepare('INSERT INTO bench_plain (seq, text) VALUES (?, ?)');
  const first = Date.UTC(2024, 0, 1);
  for (let row = 0; row < rows; row++) {
    const list: string[] = [];
    for (let word = 0; word < WORDS_A_ROW; word++)
      list.push(words[table[Math.floor(random() * places)] ?? 0] ?? '');
    const text = list.join(' ');
    const dateMs = first + row * 60_000;
    const seq = BigInt(dateMs) * 1_000n;
    const id = `00000000-0000-4000-8000-${row.toString(16).padStart(12, '0')}`;
    recording.run(seq, id, dateMs, text, text);
    searchable.run(seq, text);
    plain.run(seq, text);
    if (row % 100_000 === 99_999) process.stderr.write(`  ${row + 1} rows\n`);
  }
  database.exec('COMMIT');
  database.close();
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
