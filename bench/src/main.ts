import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchAccuracy } from './accuracy.ts';
import { benchBareModel } from './bare-model.ts';
import { benchCloud, benchCloudDictation } from './cloud.ts';
import { benchCommandLine } from './command-line.ts';
import { benchCard } from './desktop/card.ts';
import { benchIdle, benchPreRoll } from './desktop/idle.ts';
import { benchOpenDictation } from './desktop/open-dictation.ts';
import { benchDictation } from './dictation.ts';
import { benchEvents } from './events.ts';
import { record } from './figures.ts';
import { benchFirstDelta } from './first-delta.ts';
import { benchGatewayLedger } from './gateway/ledger.ts';
import { benchAddedTime, benchGatewayUpload, benchNodes } from './gateway/relay.ts';
import { benchLiveWords } from './live-words.ts';
import { benchLongAudio } from './long-audio.ts';
import { benchMcp } from './mcp.ts';
import { benchRealtime } from './realtime.ts';
import type { BenchOptions, Result } from './result.ts';
import { benchSearch } from './search.ts';
import { benchShortBesideLong } from './short-beside-long.ts';
import { benchStart } from './start.ts';
import { benchThroughput } from './throughput.ts';
import { benchTranscribe } from './transcribe.ts';
import { benchUpload } from './upload.ts';
import { benchWindow } from './window.ts';

// `npm run bench`: bench/README.md says what may follow, and what each measures.
const benchmarks: Readonly<Record<string, (options: BenchOptions) => Promise<Result[]>>> = {
  start: benchStart,
  'command-line': benchCommandLine,
  throughput: benchThroughput,
  transcribe: benchTranscribe,
  'long-audio': benchLongAudio,
  'short-beside-long': benchShortBesideLong,
  accuracy: benchAccuracy,
  'bare-model': benchBareModel,
  mcp: benchMcp,
  upload: benchUpload,
  events: benchEvents,
  'first-delta': benchFirstDelta,
  'live-words': benchLiveWords,
  cloud: benchCloud,
  'cloud-dictation': benchCloudDictation,
  dictation: benchDictation,
  realtime: benchRealtime,
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
    record: { type: 'string' },
  },
});
const { audio, home } = options;
const minutes = options.minutes === undefined ? undefined : Number(options.minutes);
const known = Object.keys(benchmarks);
const wanted = names.flatMap((name) => {
  const group = known.filter((each) => each.startsWith(`${name}-`));
  return name in benchmarks || group.length === 0 ? [name] : group;
});

/** Tells what was measured, and keeps it. */
function tell(command: string, results: readonly Result[]): void {
  const mark = options.busy ? ' (busy machine)' : '';
  const marked = results.map((result) => ({ ...result, measured: `${result.measured}${mark}` }));
  for (const { what, measured, target, met } of marked)
    process.stderr.write(`  ${met ? 'ok ' : 'NOT'} ${what}: ${measured} (${target})\n`);
  if (!options.dry) record(command, marked);
}

if (options.record !== undefined) {
  tell(options.record, JSON.parse(readFileSync(0, 'utf8')) as Result[]);
} else {
  for (const name of wanted.length > 0 ? wanted : known) {
    const benchmark = benchmarks[name];
    if (!benchmark) throw new Error(`There is no benchmark "${name}". There are ${known.join(', ')}.`);
    process.stderr.write(`${name} ...\n`);
    tell(name, await benchmark({ audio, home, minutes }));
  }
}
