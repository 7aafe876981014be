import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withApplication } from './application.ts';
import {
  type Bench,
  type Condition,
  changed,
  compared,
  heard,
  jfk,
  joined,
  measuredModels,
  type Noise,
  recordingsOf,
  room,
  run,
  type Spoken,
  share,
  sum,
  telephone,
  wordsOf,
} from './recordings.ts';
import { aim, type BenchOptions, figure, median, ms, type Result } from './result.ts';

const conditions: readonly Condition[] = [
  ['clean'],
  ['volume 0.01', '-af', 'volume=0.01'],
  ['clipped (gain 25 dB)', '-af', 'volume=25dB'],
  telephone,
  ['tempo 0.7', '-af', 'atempo=0.7'],
  ['tempo 1.5', '-af', 'atempo=1.5'],
  ['tempo 2', '-af', 'atempo=2'],
  room,
  ['DC offset 0.3', '-af', 'volume=0.6,dcshift=0.3'],
  ['Opus 16 kbit/s', '-c:a', 'libopus', '-b:a', '16k', '-f', 'ogg'],
  ['MP3 24 kbit/s', '-c:a', 'libmp3lame', '-b:a', '24k', '-f', 'mp3'],
  ['AAC 24 kbit/s', '-c:a', 'aac', '-b:a', '24k', '-f', 'adts'],
];

const noises: readonly Noise[] = [
  ['pink', 20],
  ['pink', 10],
];

/**
 * Words wrong by language and condition, what a vocabulary does, sentences said again and again, two languages, first
 * and last words: of the models that are installed (the included two, where no other `--home` is named), for recordings
 * of people.
 */
export function benchAccuracy({ audio, home }: BenchOptions): Promise<Result[]> {
  const measure = async (application: Bench['application']) => {
    const results: Result[] = [];
    for (const model of await measuredModels(application)) {
      const recordings = recordingsOf(audio).filter(({ language }) => model.languages.includes(language));
      for (const part of [byLanguage, change, recall, twoLanguages, saidAgain, byCondition])
        results.push(...(await part({ application, model, recordings })));
    }
    return results;
  };
  return withApplication(measure, { home });
}

async function byLanguage(bench: Bench): Promise<Result[]> {
  const { model, recordings } = bench;
  const results: Result[] = [];
  const edges = { first: 0, last: 0 };
  for (const [language, all = []] of Map.groupBy(recordings, (spoken) => spoken.language)) {
    // Once without counting: the first request loads the model.
    if (all[0]) await heard(bench, all[0].path, language);
    const counts = [];
    const times: number[] = [];
    for (const spoken of all) {
      const answer = await heard(bench, spoken.path, language);
      counts.push(compared(spoken.text, answer.text, language));
      times.push(answer.ms);
      const [said, words] = [wordsOf(spoken.text, language), wordsOf(answer.text, language)];
      edges.first += said[0] === words[0] ? 1 : 0;
      edges.last += said.at(-1) === words.at(-1) ? 1 : 0;
    }
    const what = `words wrong, ${language}, ${all.length} ${all.length === 1 ? 'recording' : 'recordings'}: ${model.id}`;
    results.push(figure(what, `${share(sum(counts))}; answer after ${ms(median(times))}`));
  }
  const { first, last } = edges;
  const measured = `${first} and ${last} of ${recordings.length} recordings`;
  return [...results, figure(`first and last word right: ${model.id}`, measured)];
}

/** A recording is measured by all that is said in English, so that one word is not a tenth. */
async function byCondition(bench: Bench): Promise<Result[]> {
  const english = bench.recordings.filter(({ language }) => language === 'en');
  const whole = joined(english, 0.5, join(bench.application.folder, 'english.wav'));
  const said = english.map(({ text }) => text).join(' ');
  const results: Result[] = [];
  for (const [condition, path] of changed(whole, conditions, noises, bench.application.folder)) {
    const { text } = await heard(bench, path, 'en');
    const count = compared(said, text, 'en');
    results.push(figure(`words wrong, ${condition}: ${bench.model.id}`, share(count)));
  }
  return results;
}

const TIMES = [4, 8, 12];

/** One's own English recording, where there is one. */
function englishOf({ recordings }: Bench): Spoken | undefined {
  return recordings.find(({ language, path }) => language === 'en' && path !== jfk.path);
}

async function saidAgain(bench: Bench): Promise<Result[]> {
  const counts = [];
  for (const times of TIMES) {
    const all = Array.from({ length: times }, () => englishOf(bench) ?? jfk);
    const { text } = await heard(bench, joined(all, 0.3, join(bench.application.folder, 'again.wav')), 'en');
    counts.push(compared(all.map((one) => one.text).join(' '), text, 'en'));
  }
  const what = `words wrong of a sentence said ${TIMES.join(', ')} times in a row: ${bench.model.id}`;
  const met = counts.every(({ errors, words }) => errors / words < 0.2);
  return [figure(what, counts.map(share).join('; '), aim('each time, and no oftener', met))];
}

/** With 6 s between them, and the language left to be found. */
async function twoLanguages(bench: Bench): Promise<Result[]> {
  const english = englishOf(bench);
  const others = bench.recordings.filter(({ language }) => language !== 'en');
  if (!english || others.length === 0) return [];
  const pairs = others.flatMap((other) => [
    [other, english],
    [english, other],
  ]);
  let right = 0;
  for (const pair of pairs) {
    const { text } = await heard(bench, joined(pair, 6, join(bench.application.folder, 'two.wav')), 'auto');
    const arrived = pair.every(({ text: said, language }) => {
      const there = new Set(wordsOf(text, language));
      const words = wordsOf(said, language);
      return words.filter((word) => there.has(word)).length >= words.length / 2;
    });
    if (arrived) right++;
  }
  const what = `two languages in one recording, each in its own: ${bench.model.id}`;
  return [figure(what, `${right} of ${pairs.length} pairs`, aim('every one', right === pairs.length))];
}

/** Voices of machines, and how each says a text into a file; those whose programs are installed. */
const voices = [
  { name: 'flite slt', program: 'flite', words: ['-voice', 'slt', '-t', 'TEXT', '-o', 'PATH'] },
  { name: 'pico en-US', program: 'pico2wave', words: ['-l', 'en-US', '-w', 'PATH', 'TEXT'] },
].filter(({ program }) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program))),
);

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
  const right = { without: 0, with: 0 };
  const path = join(bench.application.folder, 'said.wav');
  for (const { program, words } of voices)
    for (const [index, [term, sentence]] of sentences.entries()) {
      run(program, ...words.map((word) => ({ TEXT: sentence, PATH: path })[word] ?? word));
      const terms = [0, 5, 11].map((step) => sentences[(index + step) % sentences.length]?.[0] ?? '');
      if ((await heard(bench, path, 'en')).text.includes(term)) right.without++;
      if ((await heard(bench, path, 'en', terms)).text.includes(term)) right.with++;
    }
  return [
    figure(
      `vocabulary: spoken terms written right, ${voices.map(({ name }) => name).join(', ')}: ${bench.model.id}`,
      `${right.with} of ${voices.length * sentences.length}, without a vocabulary ${right.without}`,
      aim('more than without', right.with > right.without),
    ),
  ];
}

/** Words that differ once a vocabulary is given of which nothing was said. */
async function change(bench: Bench): Promise<Result[]> {
  const results: Result[] = [];
  const plain = new Map<Spoken, string>();
  for (const spoken of bench.recordings)
    plain.set(spoken, (await heard(bench, spoken.path, spoken.language)).text);
  for (const terms of [unrelated.slice(0, 3), unrelated, many]) {
    const counts = [];
    for (const [{ path, language }, before] of plain)
      counts.push(compared(before, (await heard(bench, path, language, terms)).text, language));
    const count = sum(counts);
    const what = `vocabulary: words that ${terms.length} unrelated terms change: ${bench.model.id}`;
    results.push(figure(what, share(count), aim('at most 1 %', count.errors <= count.words / 100)));
  }
  return results;
}
