import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAccuracy } from './accuracy.ts';
import { benchBareModel } from './bare-model.ts';
import { benchCloud } from './cloud.ts';
import { benchCloudDictation } from './cloud-dictation.ts';
import { benchCommandLine } from './command-line.ts';
import { benchCard } from './desktop/card.ts';
import { benchDelivery } from './desktop/delivery.ts';
import { benchIdle, benchPreRoll } from './desktop/idle.ts';
import { benchOpenDictation } from './desktop/open-dictation.ts';
import { benchDictation } from './dictation.ts';
import { benchEvents } from './events.ts';
import { benchFirstDelta } from './first-delta.ts';
import { benchAddedTime } from './gateway/added-time.ts';
import { benchGatewayLedger } from './gateway/ledger.ts';
import { benchNodes } from './gateway/nodes.ts';
import { benchGatewayUpload } from './gateway/upload.ts';
import { benchLiveWords } from './live-words.ts';
import { benchLongAudio } from './long-audio.ts';
import { benchMcp } from './mcp.ts';
import { benchPostProcess } from './post-process.ts';
import { printPage } from './print-page.ts';
import { benchRealSizeFiles, benchRealSizeLive } from './real-size.ts';
import { benchRealtime } from './realtime.ts';
import type { BenchOptions, Result } from './result.ts';
import { benchSearch } from './search.ts';
import { benchShortBesideLong } from './short-beside-long.ts';
import { benchStart } from './start.ts';
import { benchThroughput } from './throughput.ts';
import { benchTranscribe } from './transcribe.ts';
import { benchUpload } from './upload.ts';
import { benchWindow } from './window.ts';

// Ratios measured side by side in one run. `npm run bench` runs everything, with names those: `npm run bench -- start
// search-100000`; the beginning of several names those: `npm run bench -- gateway`. Each leaves its results in
// bench/results, and bench/README.md is printed from all of them.
// `--minutes N` shortens (or lengthens) those that look at something for long. `--dry` only prints to the terminal,
// `--print` only prints the page (`npm run test:packages -- --record` leaves results too), `--busy` marks numbers of a
// machine that others use.
const benchmarks: Readonly<Record<string, (options: BenchOptions) => Promise<Result[]>>> = {
  start: benchStart,
  'command-line': benchCommandLine,
  throughput: benchThroughput,
  transcribe: benchTranscribe,
  'long-audio': benchLongAudio,
  'short-beside-long': benchShortBesideLong,
  'real-size-110m-files': benchRealSizeFiles('110m'),
  'real-size-110m-live': benchRealSizeLive('110m'),
  'real-size-600m-files': benchRealSizeFiles('600m'),
  'real-size-600m-live': benchRealSizeLive('600m'),
  accuracy: benchAccuracy,
  'bare-model': benchBareModel,
  mcp: benchMcp,
  upload: benchUpload,
  events: benchEvents,
  'first-delta': benchFirstDelta,
  'live-words': benchLiveWords,
  cloud: benchCloud,
  'cloud-dictation': benchCloudDictation,
  'post-process': benchPostProcess,
  dictation: benchDictation,
  realtime: benchRealtime,
  delivery: benchDelivery,
  'open-dictation': benchOpenDictation,
  card: benchCard,
  'desktop-idle': benchIdle,
  'desktop-pre-roll': benchPreRoll,
  'gateway-ledger': benchGatewayLedger,
  'gateway-added-time': benchAddedTime,
  'gateway-nodes': benchNodes,
  'gateway-upload': benchGatewayUpload,
  window: benchWindow,
  'search-100000': () => benchSearch(100_000),
  'search-1000000': () => benchSearch(1_000_000),
};

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    audio: { type: 'string' },
    home: { type: 'string' },
    minutes: { type: 'string' },
    dry: { type: 'boolean', default: false },
    busy: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
  },
});
const { audio, home } = options;
const minutes = options.minutes === undefined ? undefined : Number(options.minutes);
const root = join(import.meta.dirname, '..', '..');
const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const system = /PRETTY_NAME="(.*)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;

const known = Object.keys(benchmarks);
const wanted = names.flatMap((name) => {
  const group = known.filter((each) => each.startsWith(`${name}-`));
  return name in benchmarks || group.length === 0 ? [name] : group;
});

for (const name of options.print ? [] : wanted.length > 0 ? wanted : known) {
  const benchmark = benchmarks[name];
  if (!benchmark)
    throw new Error(`There is no benchmark "${name}". There are ${Object.keys(benchmarks).join(', ')}.`);
  process.stderr.write(`${name} ...\n`);
  const mark = options.busy ? ' (busy machine)' : '';
  const results = (await benchmark({ audio, home, minutes })).map((result) => ({
    ...result,
    measured: `${result.measured}${mark}`,
  }));
  for (const { what, measured, target, met } of results) {
    process.stderr.write(`  ${met ? 'ok ' : 'NOT'} ${what}: ${measured} (${target})\n`);
  }
  if (options.dry) continue;
  const record = { date: new Date().toISOString().slice(0, 10), system, machine, results };
  writeFileSync(join(root, 'bench', 'results', `${name}.json`), `${JSON.stringify(record, null, 2)}\n`);
}
if (!options.dry) {
  const page = printPage(join(root, 'bench', 'results'), [...known, 'packages']);
  writeFileSync(join(root, 'bench', 'README.md'), page);
}
