import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  limits,
  type Mode,
  modeDefaults,
  type RecordingSource,
  recordingSources,
  type VocabularyEntry,
  vocabularyKind,
} from '@quoth/contract';
import { threadMs } from '@quoth/processes/fixtures/processor-time.ts';
import type { ModeWithVocabulary } from '../modes.ts';
import { filledText, holdsMarks, loadTextRules, withParts } from '../rewriting/index.ts';
import { textRulesOf } from './job-text-rules.ts';

const { applyTextRules } = await loadTextRules();

const AT = Date.parse('2026-03-05T16:07:00');
const snippets: Readonly<Record<string, string>> = {
  'my address': 'Main Street 1, Berlin',
  'my sign off': 'Best regards,\nAnna',
  'my phone': '030 123 {{cursor}}',
  'my company': 'Quoth Inc.',
  today: '{{date}}',
  'my motto': 'Yes!',
  'hear you': 'Until then',
  'mon adresse': 'Rue 1',
  'meine Adresse': 'Weg 1',
  signature: 'Best,\nAnna',
  住所: '東京都',
  'meeting note': '# {{date}} {{time}}\n{{cursor}}\n{{clipboard}}\n',
};

function modeWith(given: Readonly<Record<string, string>>, fields: Partial<Mode> = {}): ModeWithVocabulary {
  const scoped: VocabularyEntry[] = Object.entries(given).map(([phrase, written]) => ({
    ...({ id: phrase, phrase, written, kind: 'snippet', languages: [], modes: [] } as const),
  }));
  return { ...modeDefaults, ...fields, scoped } as ModeWithVocabulary;
}

async function dictated(text: string, mode = modeWith(snippets), source: RecordingSource = 'dictation') {
  const { rewriteAll } = textRulesOf(mode, {}, source, AT);
  return rewriteAll({ text, segments: [] }, 'en');
}

const cases: readonly (readonly [string, string, string])[] = [
  ['said alone', 'My address.', 'Main Street 1, Berlin'],
  ['said alone, in doubt', 'My address?', 'Main Street 1, Berlin'],
  ['in a sentence', 'Send it to my address, please.', 'Send it to Main Street 1, Berlin, please.'],
  ['at its end', 'Send it to my address.', 'Send it to Main Street 1, Berlin.'],
  ['behind a sentence', 'See you. My sign-off.', 'See you. Best regards,\nAnna'],
  ['before one', 'My address. That is where I live.', 'Main Street 1, Berlin. That is where I live.'],
  ['behind a comma', 'See you, my sign off.', 'See you, Best regards,\nAnna'],
  ['with a pause inside', 'My, sign off.', 'Best regards,\nAnna'],
  ['twice', 'My address. My address.', 'Main Street 1, Berlin. Main Street 1, Berlin'],
  ['with the cursor', 'My phone.', '030 123 '],
  ['with a stop of its own', 'Ask my company.', 'Ask Quoth Inc.'],
  ['with a day', 'Today.', 'March 5, 2026'],
  ['in quotation marks', 'Say "my address" and see.', 'Say "my address" and see.'],
  ['in a compound', 'The my address-book.', 'The my address-book.'],
  ['with an ending', "My address's fine.", "My address's fine."],
  ['in a word', 'Tummy address.', 'Tummy address.'],
  ['nothing', 'My home address is secret.', 'My home address is secret.'],
  ['in a question', 'Is this my company?', 'Is this Quoth Inc.?'],
  ['in an exclamation', 'I am my motto!', 'I am Yes!'],
  ['of words that follow each other', 'As you can hear, you were right.', 'As you can hear, you were right.'],
  ['of such words, meant', 'That is all. Hear, you.', 'That is all. Until then'],
];

const literal = [
  'Dis « mon adresse » ici.',
  'Dis «\u00a0mon adresse\u00a0!\u202f» ici.',
  'Say “my address,” and see.',
  'He wrote "my address."',
  'Sag »meine Adresse« hier.',
  'Säg ”my address” här.',
  'Open my sign-off.example.org now.',
  'Mail user@signature now.',
  'In /etc/my address/x it is.',
  'In C:\\my address\\x it is.',
  'Open file.my sign off now.',
  'これは現住所です。',
  '住所録を見る。',
];

for (const said of literal)
  test(`a snippet stays as it is said: ${said}`, async () => assert.equal((await dictated(said)).text, said));

test('a phrase without spaces is a snippet where no character makes it longer', async () => {
  assert.equal((await dictated('住所。')).text, '東京都');
  assert.equal((await dictated('これは住所です。')).text, 'これは東京都です。');
});

test('blanks are taken away before a snippet that begins on another line, and inside none', () => {
  assert.equal(withParts({ text: 'a  {{1}} {{2}}', parts: ['-- \nRoman', ' \nb'] }), 'a  -- \nRoman  \nb');
  assert.equal(withParts({ text: 'a \t {{1}}', parts: ['\nb'] }), 'a\nb');
});

test('blanks take no time that grows with their square', async () => {
  const [, ms] = await threadMs(() =>
    withParts({ text: `${' '.repeat(200_000)}x{{1}}`, parts: [`${' '.repeat(200_000)}x`] }),
  );
  assert(ms < 2_000, `${Math.round(ms)} ms`);
});

test('what is on the clipboard makes no text longer than any may be', () => {
  const { textCharacters } = limits;
  const { text, behindCursor } = filledText(
    `ab${'{{clipboard}}'.repeat(3)}{{cursor}}{{clipboard}}c`,
    'x'.repeat(textCharacters * 0.4),
  );
  assert.equal(text.length, 3 + textCharacters * 0.8);
  assert.equal(behindCursor, 'c');
  assert.equal(filledText('ab{{clipboard}}', 'x'.repeat(textCharacters * 2)).text.length, textCharacters);
});

for (const [what, said, written] of cases)
  test(`a snippet ${what}`, async () => assert.equal((await dictated(said)).text, written));

test('a snippet is put in beside a word that was corrected by its sound, each time', async () => {
  const mode = modeWith(snippets, { customVocabulary: ['Kubernetes'] });
  const { rewriteAll } = textRulesOf(mode, {}, 'dictation', AT);
  const heard = { text: 'We use cooper netties. My sign off.', segments: [] };
  for (let times = 0; times < 2; times++) {
    const { text } = await rewriteAll(heard, 'en');
    assert.equal(text, 'We use Kubernetes. Best regards,\nAnna');
  }
});

test('snippets are made ready once for all parts of a dictation', () => {
  let reads = 0;
  const mode = modeWith(snippets);
  for (const entry of mode.scoped ?? []) {
    const { phrase } = entry;
    const counted = () => {
      reads++;
      return phrase;
    };
    Object.defineProperty(entry, 'phrase', { get: counted });
  }
  const { rulesIn } = textRulesOf(mode, {}, 'dictation', AT);
  applyTextRules('First.', rulesIn('en'));
  const first = reads;
  assert(first > 0);
  assert.equal(applyTextRules('Then my address.', rulesIn('en')), 'Then Main Street 1, Berlin.');
  assert.equal(reads, first);
});

test('a snippet of several lines leaves neither a space nor a stop behind it', async () => {
  const { text } = await dictated('Meeting note. We talked.');
  assert.equal(text.replace(/\u202f/gu, ' '), '# March 5, 2026 4:07 PM\n\n{{clipboard}}\nWe talked.');
});

test('no rule of the mode changes the text of a snippet', async () => {
  const fields = {
    capitalization: false,
    punctuation: false,
    profanityFilter: true,
    englishSpelling: 'british',
  } as const;
  const mode = modeWith({ 'my motto': 'Color, damn it!\nNo. 1' }, { ...fields, removeTrailingPeriod: true });
  assert.equal((await dictated('Here is my motto.', mode)).text, 'here is Color, damn it!\nNo. 1');
});

test('only who dictates means a snippet', async () => {
  for (const source of recordingSources) {
    const { text, marked } = await dictated('My address.', undefined, source);
    assert.equal(text, source === 'dictation' ? 'Main Street 1, Berlin' : 'My address.', source);
    assert.equal(marked !== undefined, source === 'dictation', source);
  }
});

test('the clipboard and the cursor are left to the delivery, and a placeholder on the clipboard is none', async () => {
  const { text, marked } = await dictated('Note this: Meeting note.');
  assert(marked);
  assert(text.includes('{{clipboard}}') && !text.includes('{{cursor}}'));
  const filled = filledText(withParts(marked), 'a {{cursor}} b');
  assert.equal(filled.behindCursor, '\na {{cursor}} b\n');
  assert(filled.text.endsWith(filled.behindCursor));
  assert.deepEqual(filledText('x{{cursor}}', ''), { text: 'x', behindCursor: undefined });
});

test('a rewritten text must have each mark once', async () => {
  const { marked } = await dictated('Send my address and my phone.');
  assert(marked);
  assert.equal(marked.text, 'Send {{1}} and {{2}}.');
  assert(holdsMarks('{{2}}, {{1}}', marked));
  for (const lost of ['{{1}}', '{{1}} {{1}}', '{{1}} {{3}}', '{{1}} {{2}} {{2}}', 'none'])
    assert(!holdsMarks(lost, marked), lost);
});

test('a text is a snippet for its lines, its placeholders or its length', () => {
  const kinds = [null, 'K8s', 'a {{b}}', 'a\nb', 'on {{date}}', 'x'.repeat(201)].map(vocabularyKind);
  assert.deepEqual(kinds, ['word', 'replacement', 'replacement', 'snippet', 'snippet', 'snippet']);
});
