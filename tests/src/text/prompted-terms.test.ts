import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayHoldTerms, type RecognizedSpeech, withPromptedTerms } from '@quoth/text';

const terms = ['Kubernetes', 'PostgreSQL', 'Asana', 'Quoth', 'Grafana'];

function spoken(text: string): RecognizedSpeech {
  const words = text.split(' ').map((word, at) => ({ word, start: at, end: at + 0.9 }));
  const half = Math.ceil(words.length / 2);
  const segments = [words.slice(0, half), words.slice(half)].map((part, id) => ({
    id,
    start: part[0]?.start ?? 0,
    end: part.at(-1)?.end ?? 0,
    text: part.map(({ word }) => word).join(' '),
  }));
  return { text, words, segments, language: 'en' };
}

/** What the model wrote without the vocabulary, with it, and what is taken of that. */
const cases: readonly (readonly [plain: string, prompted: string, expected: string])[] = [
  [
    'The task is in a sauna with a date.',
    'The task is in Asana with a date.',
    'The task is in Asana with a date.',
  ],
  [
    'We moved to Bernice last week.',
    'We moved to Kubernetes last week.',
    'We moved to Kubernetes last week.',
  ],
  ['I wrote it with quad.', 'I wrote it with Quoth.', 'I wrote it with Quoth.'],
  [
    'Stored in post-briscal, every night.',
    'Stored in PostgreSQL, every night.',
    'Stored in PostgreSQL, every night.',
  ],
  // Nothing that sounds like it stood there.
  ['We met on Monday at noon.', 'We met Kubernetes at noon.', 'We met on Monday at noon.'],
  // The vocabulary read back, or a sentence left out.
  ['We met on Monday at noon.', 'Kubernetes, PostgreSQL, Asana', 'We met on Monday at noon.'],
  ['Hello there. We met on Monday at noon.', 'We met on Monday.', 'Hello there. We met on Monday at noon.'],
  ['It is fine.', 'It is fine. Grafana is fine. Grafana is fine.', 'It is fine.'],
  // Other words that the prompt changed stay as they were.
  ['He read the male and Graf honor.', 'He red the mail and Grafana.', 'He read the male and Grafana.'],
];

for (const [plain, prompted, expected] of cases) {
  test(`of a prompted text only terms are taken, where they sound like what was heard: ${prompted}`, () => {
    const speech = withPromptedTerms(spoken(plain), prompted, terms);
    assert.equal(speech.text, expected);
    assert.equal(
      speech.segments
        .map(({ text }) => text)
        .filter(Boolean)
        .join(' '),
      expected,
    );
    assert.equal(speech.words.map(({ word }) => word).join(' '), expected);
  });
}

test('a term has the time of the words in its place, and is reported', () => {
  const { words, corrections } = withPromptedTerms(spoken('In a sauna now.'), 'In Asana now.', terms);
  assert.deepEqual(words[1], { word: 'Asana', start: 1, end: 2.9 });
  assert.deepEqual(corrections, [{ heard: 'a sauna', written: 'Asana' }]);
});

test('a model is prompted only where a word may be a term that was misheard', () => {
  const terms = ['Kubernetes', 'Grafana', 'Terraform', 'Levothyroxine'];
  const asWhisperWrote: readonly (readonly [string, boolean])[] = [
    ['You can see the numbers in gray fan if you log in.', true],
    ['The network was built with to reform by another team.', true],
    ['She forgot her levotheroxine today.', true],
    ['We moved Kubernetes to the new servers last week.', false],
    ['Please fasten your seat belts. We are expecting some turbulence. Thank you.', false],
    ['', false],
  ];
  for (const [text, expected] of asWhisperWrote) assert.equal(mayHoldTerms(text, terms), expected, text);
});
