import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActiveRecording, Dictation, ProcessingPhase } from '@quoth/contract';
import { aProcessing, aRecording, idleDictation } from '@quoth/contract/fixtures/shapes.ts';
import {
  askedOf,
  clock,
  grown,
  isMisheard,
  lastFinished,
  lastShown,
  missedWords,
  noLiveText,
  recorderView,
  refusalOf,
} from './recording.ts';

const mode = { id: 'm', name: 'Hyper' };
const recording = (phase: ActiveRecording['phase']) => aRecording({ id: 'r', phase, mode, delivery: 'none' });
const processing = (id: string, phase: ProcessingPhase) => aProcessing({ id, phase, mode, delivery: 'none' });
const refusal = { code: 'MISSING_API_KEY', message: 'No key.' } as const;

const cases: readonly [string, Dictation, ReturnType<typeof recorderView>['state']][] = [
  ['nothing', idleDictation, 'ready'],
  ['a refusal', { ...idleDictation, refusal }, 'refused'],
  ['a recording that starts', { ...idleDictation, recording: recording('starting') }, 'starting'],
  [
    'a recording while a refusal comes',
    { ...idleDictation, refusal, recording: recording('recording') },
    'recording',
  ],
  ['work', { ...idleDictation, processing: [processing('a', 'rewriting')] }, 'rewriting'],
  [
    'work beside a refusal',
    { ...idleDictation, refusal, processing: [processing('a', 'transcribing')] },
    'transcribing',
  ],
  ['work that is done', { ...idleDictation, processing: [processing('a', 'shown')] }, 'ready'],
  [
    'a recording beside work',
    { ...idleDictation, recording: recording('recording'), processing: [processing('a', 'transcribing')] },
    'recording',
  ],
];
for (const [name, dictation, state] of cases)
  test(`the recorder shows ${name} as ${state}`, () => assert.equal(recorderView(dictation).state, state));

test('work hides no refusal: nothing new can be begun beside it; a recording can still be ended', () => {
  const busy = { ...idleDictation, processing: [processing('a', 'transcribing')] };
  assert.equal(refusalOf(recorderView({ ...busy, refusal })), refusal);
  assert.equal(refusalOf(recorderView(busy)), undefined);
  assert.equal(refusalOf(recorderView({ ...idleDictation, refusal })), refusal);
  assert.equal(refusalOf(recorderView({ ...busy, refusal, recording: recording('recording') })), undefined);
});

test('the last finished dictation is the one that is shown', () => {
  const list = [processing('a', 'shown'), processing('b', 'failed'), processing('c', 'transcribing')];
  assert.equal(lastFinished({ ...idleDictation, processing: list })?.id, 'b');
  assert.equal(lastFinished(idleDictation), undefined);
  const test = aProcessing({ id: 'd', phase: 'delivered', delivery: 'none', private: true });
  const tested = { ...idleDictation, processing: [...list, test] };
  assert.deepEqual([lastFinished(tested)?.id, lastShown(tested)?.id], ['d', 'b']);
});

test('elapsed time is written as a clock', () => {
  assert.deepEqual([0, 999, 61_000, 3_600_000, 36_061_000].map(clock), [
    '0:00',
    '0:00',
    '1:01',
    '1:00:00',
    '10:01:01',
  ]);
});

test('stable words are added once, and unstable ones may change', () => {
  let text = grown(noLiveText, 'hello wor', 0);
  assert.deepEqual(text, { stable: [], unstable: 'hello wor' });
  text = grown(text, 'hello world how', 11);
  assert.deepEqual(text, { stable: ['hello world'], unstable: ' how' });
  text = grown(text, 'hello world who are', 11);
  assert.deepEqual(text, { stable: ['hello world'], unstable: ' who are' });
  text = grown(text, 'hello world who are you', 23);
  assert.deepEqual(text, { stable: ['hello world', ' who are you'], unstable: '' });
});

test('what was stable stays, whatever comes later', () => {
  const text = grown({ stable: ['hello world'], unstable: '' }, 'hello', 5);
  assert.deepEqual(text.stable, ['hello world']);
});

test('a first press that asks is answered by the keys to press again, for its own recording only', () => {
  const asked = { id: 'a', shortcut: 'Escape', ms: 3_000 };
  assert.equal(askedOf(asked, 'a'), 'Escape');
  assert.equal(askedOf(asked, 'b'), undefined);
  assert.equal(askedOf(asked, undefined), undefined);
  assert.equal(askedOf(undefined, 'a'), undefined);
});

test('a sentence without spaces is compared by its words', () => {
  const said = '明日の朝、田中さんにメールを送ってください。';
  assert.equal(isMisheard(said, '明日の朝 田中さんにメールを送ってください'), false);
  assert.equal(isMisheard(said, '明日の朝、田中さんにメールを送って下さい。'), false);
  assert.equal(isMisheard(said, '昨日は雨でした。'), true);
  const missed = missedWords(said, '明日の夜、田中さんにメールを送ってください。');
  assert.deepEqual(
    missed.filter(({ isMissed }) => isMissed).map(({ text }) => text),
    ['朝'],
  );
});

const sentence = 'Please send the email to Anna tomorrow morning.';

for (const [text, expected] of [
  ['Please send the email to Anna tomorrow morning.', false],
  ['please send the email to anna tomorrow morning', false],
  ['Please send the email to Hanna tomorrow morning.', false],
  ['Um, please send the email to Anna tomorrow morning, okay?', false],
  ['Please send the email.', true],
  ['shirley shunned email to him tomorrow morning show', true],
  ['hello world', true],
  ['', true],
] as const) {
  test(`“${text}” is ${expected ? 'misheard' : 'understood'}`, () => {
    assert.equal(isMisheard(sentence, text), expected);
  });
}

test('the words of a sentence that were not heard', () => {
  const missed = (sentence: string, heard: string) =>
    missedWords(sentence, heard)
      .filter(({ isMissed }) => isMissed)
      .map(({ text }) => text);
  assert.deepEqual(missed('Send the email to Anna.', 'send a email to Hannah'), ['the', 'Anna']);
  assert.deepEqual(missed('Send it.', 'Send it'), []);
  const runs = missedWords('Grüß Gott, Anna!', '');
  assert.equal(runs.map(({ text }) => text).join(''), 'Grüß Gott, Anna!');
});
