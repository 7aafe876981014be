import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Model, Transcription } from '@quoth/contract';
import { comparableWords, wordErrors } from '@quoth/text';
import { type MeasuredApplication, startApplication } from './measured-process.ts';
import { conditionsOf, jfk, joined, ownRecordings, type Spoken, say, voices } from './recordings.ts';
import { type BenchOptions, median, type Result } from './result.ts';

// What comes out of the models that are installed (the included two, where no other `--home` is named), for recordings
// of people: jfk.wav, and those of a folder (`--audio FOLDER`, or QUOTH_BENCH_AUDIO).
export const included = join(import.meta.dirname, '..', '..', 'packages', 'ear', 'models');

/** Engines whose speech is measured; the tests' tiny model knows its own sentences alone. */
const isMeasured = ({ id, languages }: Model) => languages.length > 0 && !id.startsWith('quoth-test');

export interface Bench {
  readonly application: MeasuredApplication;
  readonly model: Model;
  readonly folder: string;
  readonly recordings: readonly Spoken[];
}

/**
 * Words wrong by language and condition, what a vocabulary does, sentences said again and again, two languages, first
 * and last words.
 */
export async function benchAccuracy({ audio, home }: BenchOptions): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-bench-accuracy-'));
  const application = await startApplication(home);
  const recordings = [jfk, ...ownRecordings(audio ?? process.env.QUOTH_BENCH_AUDIO)];
  const results: Result[] = [];
  try {
    for (const model of await measuredModels(application)) {
      const bench: Bench = {
        application,
        model,
        folder,
        recordings: recordings.filter(({ language }) => speaks(model, language)),
      };
      for (const part of [byLanguage, change, recall, twoLanguages, saidAgain, byCondition])
        results.push(...(await part(bench)));
    }
  } finally {
    await application.end();
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

/** The speech models that are installed; the included two where the version that is measured brings none. */
export async function measuredModels(application: MeasuredApplication): Promise<Model[]> {
  const client = await application.controlSocket();
  const installed = async () =>
    (await client.listModels({ query: { kind: 'voice', installed_only: true } })).models.filter(isMeasured);
  if ((await installed()).length === 0)
    for (const file of ['moonshine-tiny-q8_0.gguf', 'whisper-base-q8_0.gguf'])
      await client.importModel({ body: { path: join(included, file) } });
  return installed();
}

export function speaks({ languages }: Model, language: string): boolean {
  return languages.includes(language);
}

interface Answer {
  readonly text: string;
  readonly ms: number;
}

/** The text of a file, and how long the whole request took; no text where no speech was found. */
export async function transcribed(
  { application: { baseUrl, headers }, model }: Bench,
  path: string,
  language: string,
  terms: readonly string[] = [],
): Promise<Answer> {
  const startedAt = performance.now();
  const sent = request(`${baseUrl}/transcribe`, {
    method: 'POST',
    // A connection for each: the model may take longer than an idle one is kept.
    agent: false,
    headers: { ...headers, 'content-type': 'application/json' },
  });
  sent.end(
    JSON.stringify({
      ...{ audio_base64: readFileSync(path).toString('base64'), model: model.id, language, save: false },
      ...(terms.length > 0 && { vocabulary: terms }),
    }),
  );
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answer = (await json(response)) as Partial<Transcription> & {
    readonly error?: { readonly code: string };
  };
  if (answer.text === undefined && answer.error?.code !== 'NO_SPEECH')
    throw new Error(JSON.stringify(answer));
  return { text: answer.text ?? '', ms: performance.now() - startedAt };
}

export interface Count {
  readonly errors: number;
  readonly words: number;
}

/** Japanese has no spaces, so its characters count as words. */
function wordsOf(text: string, language: string): string[] {
  return language === 'ja' ? [...text.replace(/[^\p{L}\p{N}]/gu, '')] : comparableWords(text);
}

export function compared(said: string, heard: string, language: string): Count {
  const { errors, words } = wordErrors(wordsOf(said, language), wordsOf(heard, language));
  return { errors, words };
}

export function sum(counts: readonly Count[]): Count {
  return {
    errors: counts.reduce((all, { errors }) => all + errors, 0),
    words: counts.reduce((all, { words }) => all + words, 0),
  };
}

export function share({ errors, words }: Count): string {
  return `${((100 * errors) / words).toFixed(1)} % (${errors} of ${words})`;
}

function reported(what: string, measured: string): Result {
  return { what, measured, target: 'reported', met: true };
}

async function byLanguage(bench: Bench): Promise<Result[]> {
  const { model, recordings } = bench;
  const results: Result[] = [];
  const edges = { first: 0, last: 0, all: 0 };
  for (const language of new Set(recordings.map((spoken) => spoken.language))) {
    const counts: Count[] = [];
    const times: number[] = [];
    for (const spoken of recordings.filter((one) => one.language === language)) {
      // Once without counting: the first request loads the model.
      if (times.length === 0) await transcribed(bench, spoken.path, language);
      const { text, ms } = await transcribed(bench, spoken.path, language);
      counts.push(compared(spoken.text, text, language));
      times.push(ms);
      const [said, heard] = [wordsOf(spoken.text, language), wordsOf(text, language)];
      edges.first += said[0] === heard[0] ? 1 : 0;
      edges.last += said.at(-1) === heard.at(-1) ? 1 : 0;
      edges.all++;
    }
    const what = `words wrong, ${language}, ${counts.length} ${counts.length === 1 ? 'recording' : 'recordings'}: ${model.id}`;
    results.push(reported(what, `${share(sum(counts))}; answer after ${median(times).toFixed(0)} ms`));
  }
  const { first, last, all } = edges;
  results.push(
    reported(`first and last word right: ${model.id}`, `${first} and ${last} of ${all} recordings`),
  );
  return results;
}

/** A recording is measured by all that is said in English, so that one word is not a tenth. */
async function byCondition(bench: Bench): Promise<Result[]> {
  const english = bench.recordings.filter(({ language }) => language === 'en');
  const path = joined(english, 0.5, join(bench.folder, 'english.wav'));
  const whole: Spoken = { path, language: 'en', text: english.map(({ text }) => text).join(' ') };
  const results: Result[] = [];
  for (const { condition, path: changed } of conditionsOf(whole, bench.folder)) {
    const { text } = await transcribed(bench, changed, 'en');
    results.push(
      reported(`words wrong, ${condition}: ${bench.model.id}`, share(compared(whole.text, text, 'en'))),
    );
  }
  return results;
}

const TIMES = [4, 8, 12];

async function saidAgain(bench: Bench): Promise<Result[]> {
  const sentence =
    bench.recordings.find(({ language, path }) => language === 'en' && path !== jfk.path) ?? jfk;
  const counts: string[] = [];
  let worst = 0;
  for (const times of TIMES) {
    const all = Array.from({ length: times }, () => sentence);
    const path = joined(all, 0.3, join(bench.folder, 'again.wav'));
    const { text } = await transcribed(bench, path, 'en');
    const count = compared(all.map((one) => one.text).join(' '), text, 'en');
    counts.push(share(count));
    worst = Math.max(worst, count.errors / count.words);
  }
  return [
    {
      what: `words wrong of a sentence said ${TIMES.join(', ')} times in a row: ${bench.model.id}`,
      measured: counts.join('; '),
      target: 'each time, and no oftener',
      met: worst < 0.2,
    },
  ];
}

/** With 6 s between them, and the language left to be found. */
async function twoLanguages(bench: Bench): Promise<Result[]> {
  const english = bench.recordings.find(({ language, path }) => language === 'en' && path !== jfk.path);
  const others = bench.recordings.filter(({ language }) => language !== 'en');
  if (!english || others.length === 0) return [];
  const pairs = others.flatMap((other) => [
    [other, english],
    [english, other],
  ]);
  let right = 0;
  for (const [index, pair] of pairs.entries()) {
    const path = joined(pair, 6, join(bench.folder, `two-${index}.wav`));
    const { text } = await transcribed(bench, path, 'auto');
    const arrived = pair.every(({ text: said, language }) => {
      const heard = new Set(wordsOf(text, language));
      const words = wordsOf(said, language);
      return words.filter((word) => heard.has(word)).length >= words.length / 2;
    });
    if (arrived) right++;
  }
  return [
    {
      what: `two languages in one recording, each in its own: ${bench.model.id}`,
      measured: `${right} of ${pairs.length} pairs`,
      target: 'every one',
      met: right === pairs.length,
    },
  ];
}

/** Product names and names of people, in sentences that voices of this machine say. */
const sentences: readonly (readonly [term: string, sentence: string])[] = [
  ['Kubernetes', 'We moved Kubernetes to the new servers last week.'],
  ['PostgreSQL', 'The data is stored in PostgreSQL and copied every night.'],
  ['Grafana', 'You can see the numbers in Grafana if you log in.'],
  ['Terraform', 'The network was built with Terraform by another team.'],
  ['Elasticsearch', 'We index the documents with Elasticsearch.'],
  ['Databricks', 'She is training the model on Databricks.'],
  ['Zapier', 'We connected both with Zapier yesterday.'],
  ['Cloudflare', 'The address is protected by Cloudflare.'],
  ['OpenTelemetry', 'The traces are collected by OpenTelemetry.'],
  ['TypeScript', 'The program is written in TypeScript.'],
  ['WireGuard', 'Connect with WireGuard before you start.'],
  ['Tailscale', 'I reach my computer over Tailscale.'],
  ['Proxmox', 'We run two machines on Proxmox.'],
  ['Nextcloud', 'The pictures are in Nextcloud.'],
  ['Bitwarden', 'The password is in Bitwarden.'],
  ['Levothyroxine', 'She forgot her Levothyroxine today.'],
  ['Szymanski', 'We will meet Szymanski at the station.'],
  ['Home Assistant', 'The lights are controlled by Home Assistant.'],
];

/** Words that none of the recordings has. */
const unrelated =
  'Xylophone Bratislava Zugspitze Mitochondria Quetzalcoatl Ljubljana Reykjavik Worcestershire Chrysler Hindenburg Okonomiyaki Djokovic Saskatchewan Popocatepetl Fahrenheit Caipirinha Schadenfreude Llanfair Tagliatelle Nietzsche Wittgenstein Kierkegaard Guadalajara Yosemite Bernoulli Kolmogorov Mandelbrot Tchaikovsky Rachmaninoff Jenkins'.split(
    ' ',
  );

/** 300 terms: the thirty, and names that are made of their halves. */
const many = unrelated.flatMap((name, at) =>
  Array.from({ length: 10 }, (_, turn) => {
    const other = unrelated[(at + turn * 7) % unrelated.length] ?? '';
    return turn === 0
      ? name
      : `${name.slice(0, Math.ceil(name.length / 2))}${other.slice(Math.floor(other.length / 2))}`;
  }),
);

/**
 * How many of the spoken terms are written right: without a vocabulary, and with one of three of which one was said.
 */
async function recall(bench: Bench): Promise<Result[]> {
  if (voices.length === 0) return [];
  const right = { without: 0, with: 0, all: 0 };
  for (const voice of voices) {
    for (const [index, [term, sentence]] of sentences.entries()) {
      const path = join(bench.folder, 'said.wav');
      say(voice, sentence, path);
      const terms = [0, 5, 11].map((step) => sentences[(index + step) % sentences.length]?.[0] ?? '');
      const has = ({ text }: Answer) => text.includes(term);
      if (has(await transcribed(bench, path, 'en'))) right.without++;
      if (has(await transcribed(bench, path, 'en', terms))) right.with++;
      right.all++;
    }
  }
  return [
    {
      what: `vocabulary: spoken terms written right, ${voices.map(({ name }) => name).join(', ')}: ${bench.model.id}`,
      measured: `${right.with} of ${right.all}, without a vocabulary ${right.without}`,
      target: 'more than without',
      met: right.with > right.without,
    },
  ];
}

/** Words that differ once a vocabulary is given of which nothing was said. */
async function change(bench: Bench): Promise<Result[]> {
  const results: Result[] = [];
  const plain = new Map<Spoken, string>();
  for (const spoken of bench.recordings)
    plain.set(spoken, (await transcribed(bench, spoken.path, spoken.language)).text);
  for (const terms of [unrelated.slice(0, 3), unrelated, many]) {
    const counts: Count[] = [];
    for (const [{ path, language }, before] of plain) {
      const { text } = await transcribed(bench, path, language, terms);
      counts.push(compared(before, text, language));
    }
    const count = sum(counts);
    results.push({
      what: `vocabulary: words that ${terms.length} unrelated terms change: ${bench.model.id}`,
      measured: share(count),
      target: 'at most 1 %',
      met: count.errors <= count.words / 100,
    });
  }
  return results;
}
