import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './result.ts';

interface BenchRecord {
  readonly date: string;
  readonly system: string;
  readonly machine: string;
  readonly results: readonly Result[];
}

/** bench/README.md, from what each benchmark left behind when it ran last. */
export function printPage(folder: string, names: readonly string[]): string {
  const records = names.flatMap((name) => {
    const path = join(folder, `${name}.json`);
    return existsSync(path) ? [{ name, record: JSON.parse(readFileSync(path, 'utf8')) as BenchRecord }] : [];
  });
  const machines = [...new Set(records.map(({ record }) => `${record.system}, ${record.machine}`))];
  return `# Benchmarks

Printed by \`npm run bench\`. Machine: ${machines.join('; ')}. Load and server share the cores.

Each line compares two things that ran in turn in the same run; medians of several rounds. Ratios are what is
aimed at.

| what | measured | target | met | date |
|---|---|---|---|---|
${records.flatMap(({ record }) => record.results.map((result) => row(result, record.date))).join('\n')}

${notes}`;
}

function row({ what, measured, target, met }: Result, date: string): string {
  const verdict = target === 'reported' ? '–' : met ? 'yes' : '**no**';
  return `| ${what} | ${measured} | ${target} | ${verdict} | ${date} |`;
}

const notes = `- **Start**: both processes with Node's compile cache filled, as on every start but the first. The application opens its database, takes the port and writes the discovery file before it answers.
- **Throughput**: autocannon, 20 connections, 3 s a round; its latencies are whole milliseconds. The bare handler sends the same bytes and checks nothing.
- **Engine time** is what the engine host reports (\`load_ms\` + \`decode_ms\`); the rest is upload, ingest, decoding, rows, flushing to disk and the answer. Sent by Node's plain client.
- **Neural model**: the tiny model of the tests (1.7 MB), the hardest case for overhead: it transcribes a minute in a fifth of a second. The engine by itself is transcribe-cpp in a process of its own, warm, cutting every 28 s; it looks for no speech, keeps nothing and answers no one.
- **110m, 600m**: models with the dimensions of Parakeet CTC and random weights (\`bench/src/real-size-model.ts\`): their text is nonsense, their time and memory are real. Dictations are sent at the speed of speech over HTTP. \`npm run bench -- real-size-110m\`; with \`--minutes 60\` the long file is an hour.
- **Accuracy**: the included models, or with \`--home DATA_FOLDER\` those that you have. Words are compared after Whisper's normalizer, Japanese by characters. \`jfk.wav\` comes with Quoth; other recordings are named by \`npm run bench -- accuracy --audio FOLDER\` or \`QUOTH_BENCH_AUDIO\`: a folder with \`manifest.json\` (\`recordings\`: \`file\`, \`language\`, \`text\`), or \`x.wav\` beside \`x.txt\`. Conditions are made by sox and FFmpeg of all English recordings together; spoken terms are said by the voices that are installed.
- **In Quoth and by itself**: the same files through transcribe-cpp alone, in one piece. Noise counts against the mean level, pauses included. \`npm run bench -- bare-model\`.
- **Open dictation**: recordings go in by a virtual microphone, the text is read from a terminal's window; then Quoth is killed and started again. \`npm run bench -- open-dictation\`, with \`--audio FOLDER\` on recordings of your own: Linux with PulseAudio, Xvfb, openbox, xterm and FFmpeg.
- **MCP**: the same file by its path, both ways in turn; times without the engine's own (\`load_ms\` + \`decode_ms\`), saving included. The bridge reads the discovery file and checks the server's proof with every call.
- **Upload**: a wav file in a coding that is unknown, so that nothing but the upload is measured.
- **Events**: each request changes a mode, which is written to the disk and told to every reader. Readers and server share the cores; a request waits until the event has been written to all of them.
- **Words while you speak**: English read by people, sent at the speed of speech. Shown words count, stable or not; of a gap, only the time counts in which somebody speaks. \`npm run bench -- live-words\`.
- **First text**: streamed in OpenAI's dialect, model warm.
- **Delivery**: a screen of its own (Xvfb, openbox, xterm), PulseAudio's virtual microphone, keys by XTEST; 2.2 s of speech, held to talk. The recorder alone is the same speech with nothing delivered, the bare paste puts the text on both clipboards, presses Shift+Insert and looks at nothing. The three take turns. The launcher is the script of \`quoth dictate bind\`, by curl; its time includes starting \`sh\`.
- **Idle on a desktop**: API, hotkeys and tray on, after one dictation whose text lies on the clipboard, so that the process that owns it counts; compiled code is kept, as on every start but the first. \`npm run bench -- desktop-idle --minutes 10\`; with an open pre-roll \`npm run bench -- desktop-pre-roll --minutes 60\`.
- **Gateway**: node, Postgres (every commit flushed), vendor, proxy and load share the cores. The vendor is a bare Node server that reads the upload and answers; the plain proxy passes bytes on to it and does nothing else. Each request has a key of its own and is held, charged and kept. Fifty clients start one after another within the time that the vendor takes. Charges are the ledger alone, without HTTP.
- **Package**: by apt from a signed repository on the same machine, everything else from Debian's archive or the copies of an earlier run. The first start opens a new data folder, loads Moonshine Tiny and transcribes 2 s. \`npm run test:packages -- --record\`.
- **Search**: Words made like English ones, by Zipf's law, 60 a row. The scan counts the rows of a plain table with the same text. Quoth's search counts up to 10,000 and finds the newest 50; both run in one process on connections of their own, without HTTP and the worker, which add 1 to 3 ms.
`;
