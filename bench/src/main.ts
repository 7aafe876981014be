import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { benchEvents } from './events.ts';
import { benchFirstDelta } from './first-delta.ts';
import type { Result } from './result.ts';
import { benchSearch } from './search.ts';
import { benchStart } from './start.ts';
import { benchThroughput } from './throughput.ts';
import { benchTranscribe } from './transcribe.ts';
import { benchUpload } from './upload.ts';

// Ratios measured side by side in one run. `npm run bench` runs everything and rewrites docs/benchmarks.md; with names it runs
// those and prints only: `npm run bench -- start search-100000`.
const benchmarks: Readonly<Record<string, () => Promise<Result[]>>> = {
  start: benchStart,
  throughput: benchThroughput,
  transcribe: benchTranscribe,
  upload: benchUpload,
  events: benchEvents,
  'first-delta': benchFirstDelta,
  'search-100000': () => benchSearch(100_000),
  'search-1000000': () => benchSearch(1_000_000),
};

const names = process.argv.slice(2);
const chosen = names.length > 0 ? names : Object.keys(benchmarks);
const results: Result[] = [];
for (const name of chosen) {
  const benchmark = benchmarks[name];
  if (!benchmark)
    throw new Error(`There is no benchmark "${name}". There are ${Object.keys(benchmarks).join(', ')}.`);
  process.stderr.write(`${name} ...\n`);
  const found = await benchmark();
  results.push(...found);
  process.stderr.write(`${table(found)}\n`);
}
if (names.length === 0)
  writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'benchmarks.md'), page(results));

function table(list: readonly Result[]): string {
  return list
    .map(
      ({ what, measured, target, met }) =>
        `| ${what} | ${measured} | ${target} | ${met ? 'yes' : '**no**'} |`,
    )
    .join('\n');
}

function page(list: readonly Result[]): string {
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const version = /PRETTY_NAME="(.*)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;
  return `# Benchmarks

Printed by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${version}, ${machine}. Load and server share the cores.

Each line compares two things that ran in turn in the same run; medians of several rounds. Milliseconds say how large a thing is on this
machine, ratios are what is aimed at.

| what | measured | target | met |
|---|---|---|---|
${table(list)}

- **Start**: both processes with Node's compile cache filled, as on every start but the first. The application opens its database, takes the port and writes the discovery file before it answers. It runs with a small young generation (\`apps/cli/src/application-flags.ts\`), the bare process with Node's defaults.
- **Throughput**: autocannon, 20 connections, 3 s a round; its latencies are whole milliseconds. The bare handler sends the same bytes and checks nothing.
- **Engine time** is what the engine host reports (\`load_ms\` + \`decode_ms\`); the rest is upload, ingest, decoding, rows, flushing to disk and the answer.
- **Upload**: bytes that are no audio, so that nothing but the upload is measured.
- **Events**: each request changes a mode, which is written to the disk and told to every reader; readers and server share the cores, and a request waits until the writing to the readers is done.
- **First text**: streamed in OpenAI's dialect, PocketSphinx, model warm. It hears utterances of at most 20 s, whole ones at a time.
- **Search**: English words by Zipf's law, 60 a row. The scan counts the rows of a plain table with the same text. Quoth's search counts up to 10,000 and finds the newest 50; both run in one process on connections of their own, without HTTP and the worker, which add 1 to 3 ms.
`;
}
