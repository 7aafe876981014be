import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const DICTIONARY = '/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict';

/** What the bundled samples say to PocketSphinx; beside them it knows the synthetic sentences of the tests. */
const samples = [
  'it was the best of times it was the worst of times',
  'go forward ten years',
  'the weather in the morning was cold and clear',
];

/**
 * Writes a dictionary and a language model for PocketSphinx that know only what the tests say, and returns their folder. With the whole of English the
 * engine takes three times as long for the same audio, its acoustic model and its code.
 */
export function smallLanguage(): string | undefined {
  if (!existsSync(DICTIONARY)) return undefined;
  const manifest = join(root, 'packages/audio/src/fixtures/sentences/manifest.json');
  const { items } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly items: { text: string }[] };
  const sentences = [...samples, ...items.map(({ text }) => text)]
    .filter((text) => text !== '')
    .map((text) => [
      '<s>',
      ...text
        .toLowerCase()
        .split(/[^a-z']+/)
        .filter(Boolean),
      '</s>',
    ]);
  const words = counts(sentences.flat());
  const pairs = counts(
    sentences.flatMap((each) => each.slice(1).map((word, index) => `${each[index]} ${word}`)),
  );
  const log = (share: number) => Math.log10(share).toFixed(4);
  const total = sentences.flat().length;
  const model = [
    '\\data\\',
    `ngram 1=${words.size}`,
    `ngram 2=${pairs.size}`,
    '\n\\1-grams:',
    ...[...words].map(([word, count]) => `${word === '<s>' ? '-99' : log(count / total)} ${word} -0.3010`),
    '\n\\2-grams:',
    ...[...pairs].map(
      ([pair, count]) => `${log(count / 2 / (words.get(pair.split(' ')[0] ?? '') ?? 1))} ${pair}`,
    ),
    '\n\\end\\\n',
  ];
  const isKnown = (line: string) => words.has(/^[^\s(]+/.exec(line)?.[0] ?? '');
  const folder = join(root, 'dist', 'small-language');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'en-us.lm.bin'), model.join('\n'));
  const dictionary = readFileSync(DICTIONARY, 'utf8').split('\n').filter(isKnown);
  writeFileSync(join(folder, 'cmudict-en-us.dict'), `${dictionary.join('\n')}\n`);
  return folder;
}

function counts(values: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return found;
}
