import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  AppError,
  type Dictation,
  type Processing,
  type QuothEvent,
  say,
  settingDefaults,
  withAdvice,
} from '@quoth/contract';
import { aProcessing, aQuestion, aRecording, idleDictation } from '@quoth/contract/fixtures/shapes.ts';
import type { DesktopSessionEvent } from '@quoth/core';
import { TestEvents } from '@quoth/core/fixtures/test-events.ts';
import { words } from '@quoth/words/de.ts';
import { renderer } from '@quoth/words/render.ts';
import { englishTexts } from '../fixtures/english-texts.ts';
import { texts as german } from '../text/de.ts';
import { DictationIndicator, type DictationIndicatorOptions } from './dictation-indicator.ts';
import type { IndicatorView } from './indicator-view.ts';

const recording = (id: string): Dictation => ({
  ...idleDictation,
  recording: aRecording({ id, started_at: null }),
});

/** An indicator over a recorder, by a clock that is moved by hand. */
function followed(
  t: TestContext,
  first: Dictation,
  texts: DictationIndicatorOptions['texts'] = englishTexts,
) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let dictation = first;
  let shown: IndicatorView | undefined;
  const events = new TestEvents();
  let session: (event: DesktopSessionEvent) => void = () => undefined;
  const indicator = new DictationIndicator({
    indicator: {
      show: (view) => {
        shown = view;
      },
      close: async () => undefined,
    },
    events,
    dictation: () => dictation,
    settings: () => settingDefaults,
    modes: () => [],
    texts,
    appearance: () => 'light',
    isStill: () => false,
    activeProgram: async () => 'Thunderbird',
    hasTray: () => false,
    session: {
      onEvent: (listener) => {
        session = listener;
        return () => undefined;
      },
    },
  });
  t.after(() => indicator.close());
  return {
    tell: (event: QuothEvent) => events.publish(event as Parameters<typeof events.publish>[0]),
    change: (to: Dictation) => {
      dictation = to;
      events.publish({ type: 'dictation-changed', dictation });
    },
    pass: (ms: number) => {
      now += ms;
      t.mock.timers.tick(ms);
    },
    indicator,
    buttons: () => shown?.buttons,
    line: () => shown?.line,
    tone: () => shown?.tone,
    hint: () => shown?.hint,
    session: (event: DesktopSessionEvent) => session(event),
  };
}

test('the first press of the cancel key in a long recording is answered, until its time is over or another recording begins', (t) => {
  const { tell, change, pass, line } = followed(t, recording('a'));
  const asked = { type: 'cancel-asked', seconds: 3, shortcut: 'Escape' } as const;
  change(recording('a'));
  tell(asked);
  assert.equal(line(), 'Press Esc again to discard');
  pass(3_001);
  assert.equal(line(), 'Listening');
  tell(asked);
  assert.equal(line(), 'Press Esc again to discard');
  change(recording('b'));
  assert.equal(line(), 'Listening');
});

test('words that come faster than they are read are drawn together, the last ones soon', (t) => {
  const { tell, change, pass, line } = followed(t, recording('a'));
  change(recording('a'));
  const shown = new Set<string | undefined>();
  for (let heard = 1; heard <= 20; heard++) {
    tell({ type: 'transcript-partial', recordingId: 'a', text: 'word '.repeat(heard) });
    pass(50);
    shown.add(line());
  }
  assert.ok(shown.size >= 5 && shown.size <= 8, `${shown.size} times`);
  pass(151);
  assert.equal(line(), 'word '.repeat(20).trim());
});

test('another language is shown at once, also of what the application says', (t) => {
  let changed: () => void = () => undefined;
  const texts = {
    ...englishTexts,
    onChange: (listener: () => void) => {
      changed = listener;
    },
  };
  const { change, line } = followed(t, recording('a'), texts);
  change(recording('a'));
  assert.equal(line(), 'Listening');
  Object.assign(texts, { current: german, translate: renderer(words, 'de') });
  changed();
  assert.equal(line(), 'Hört zu');
  const error = new AppError('NOT_PASTED', {
    message: say('screenWasLocked'),
  });
  change({
    ...recording('b'),
    recording: null,
    processing: [processing('c', { phase: 'copied', error: error.toBody() })],
  });
  assert.equal(line(), 'Der Bildschirm war gesperrt, daher wurde der Text kopiert.');
});

const processing = (id: string, more: Partial<Processing> = {}) => aProcessing({ id, ...more });
const copied = (id: string) =>
  processing(id, { phase: 'copied', error: { code: 'NOT_PASTED', message: `${id} was copied.` } });

test('a dictation that failed is reported although a later one is recorded, works or is done, and never twice', (t) => {
  const { change, pass, line, tone, tell } = followed(t, idleDictation);
  const b = { ...recording('b'), processing: [processing('a')] };
  change(b);
  change({ ...b, processing: [copied('a')] });
  assert.deepEqual([line(), tone()], ['a was copied.', 'problem'], 'in the recording that goes on');
  tell({ type: 'transcript-partial', recordingId: 'b', text: 'more words' });
  pass(8_001);
  assert.deepEqual([line(), tone()], ['more words', 'recording'], 'the words come back');
  change({ ...idleDictation, processing: [copied('a'), processing('b')] });
  assert.equal(line(), 'Transcribing', 'it is not told again');
  change({ ...idleDictation, processing: [copied('a'), copied('b'), processing('c')] });
  assert.equal(line(), 'b was copied.', 'while a later one works');
  pass(2_000);
  change({ ...idleDictation, processing: [copied('a'), copied('b'), copied('c')] });
  assert.equal(line(), 'c was copied.');
  pass(8_001);
  assert.equal(line(), 'b was copied.', 'what was hidden has the rest of its time');
  pass(6_001);
  assert.equal(line(), undefined);
});

test('one after the other that fails for the same reason is one card, and it goes with the next recording once it was seen', (t) => {
  const { change, pass, line, hint } = followed(t, idleDictation);
  const error = { code: 'TRANSCRIPTION_FAILED', message: 'The provider does not answer.' } as const;
  const failed = (id: string) => processing(id, { phase: 'failed', error });
  change({ ...idleDictation, processing: [failed('a'), failed('b'), failed('c')] });
  assert.match(hint() ?? '', /in the history/);
  pass(8_001);
  assert.equal(line(), undefined);
  change({ ...idleDictation, processing: [failed('d')] });
  pass(1_000);
  change({ ...recording('e'), processing: [failed('d')] });
  assert.equal(line(), error.message, 'a second is not enough to see it');
  pass(3_000);
  change({ ...recording('f'), processing: [failed('d')] });
  assert.equal(line(), 'Listening');
  const unkept = processing('x', { phase: 'failed', error: { ...error, message: 'No.' }, private: true });
  change({ ...recording('f'), processing: [failed('d'), unkept] });
  assert.deepEqual([line(), hint()], ['No.', undefined], 'nothing is promised of a private one');
});

test('a recording that ended by itself, and a text that was not rewritten, are told', (t) => {
  const { change, pass, line, hint } = followed(t, idleDictation);
  const lost = processing('a', { ended_by: 'microphone-lost' });
  change(recording('a'));
  change({ ...idleDictation, processing: [lost] });
  assert.match(line() ?? '', /disconnected/);
  assert.match(hint() ?? '', /is being transcribed/);
  pass(8_001);
  assert.equal(line(), 'Transcribing');
  change({ ...idleDictation, processing: [{ ...lost, phase: 'delivered' }] });
  assert.equal(line(), undefined);
  const message = 'It was not rewritten: the account has no credit.';
  const plain = processing('b', { phase: 'delivered', warning: { code: 'INVALID_REQUEST', message } });
  change({ ...idleDictation, processing: [plain] });
  assert.equal(line(), message);
  pass(8_001);
  const two = { code: 'LANGUAGE_MISMATCH', message: 'It may be German.\nIt was not rewritten.' } as const;
  change({ ...idleDictation, processing: [{ ...plain, id: 'e', warning: two }] });
  assert.equal(line(), 'It may be German. It was not rewritten.');
  pass(8_001);
  const none = { code: 'MISSING_API_KEY', message: 'No language model is set up.' } as const;
  change({ ...idleDictation, processing: [{ ...plain, id: 'c', warning: none }] });
  assert.equal(line(), none.message);
  pass(8_001);
  change({ ...idleDictation, processing: [{ ...plain, id: 'd', warning: none }] });
  assert.equal(line(), undefined, 'what stays so is not said with every text');
});

test('what happens while the screen is locked is reported when it is unlocked', (t) => {
  const { change, pass, line, session } = followed(t, idleDictation);
  change(recording('a'));
  session('locked');
  const ended = processing('a', { ended_by: 'screen-locked' });
  change({ ...idleDictation, processing: [ended] });
  assert.equal(line(), 'Transcribing');
  const error = { code: 'NOT_PASTED', message: 'The text was copied.' } as const;
  change({ ...idleDictation, processing: [{ ...ended, phase: 'copied', error }] });
  pass(60_000);
  change(idleDictation);
  assert.equal(line(), undefined);
  session('unlocked');
  assert.equal(line(), 'Recording stopped: the screen was locked. The text was copied.');
});

test('what is only to be known of a recording is said once, what is wrong for as long as it is', (t) => {
  const { change, pass, line, tone, hint } = followed(t, idleDictation);
  const { recording: one } = recording('a');
  const near = { id: 'limit-near', level: 'info', message: 'Ten minutes are left.' } as const;
  const silent = withAdvice({ id: 'no-sound', level: 'warning', message: 'Only silence.' } as const, {
    hint: [say('seeOtherMicrophones')],
  });
  assert(one);
  change({ ...idleDictation, recording: { ...one, warnings: [near] } });
  assert.deepEqual([line(), tone()], [near.message, 'problem']);
  pass(8_001);
  assert.deepEqual([line(), tone()], ['Listening', 'recording']);
  change({ ...idleDictation, recording: { ...one, warnings: [silent, near] } });
  pass(60_000);
  assert.deepEqual([line(), tone()], [silent.message, 'problem']);
  assert.equal(hint(), 'See Settings, Dictation.', 'there is no terminal before them');
});

test('a key that is pressed in a recording is answered in its card, and a question hides no problem permanently', (t) => {
  const { tell, change, pass, line, tone } = followed(t, idleDictation);
  const done = { type: 'remark-made', kind: 'done', message: 'Mode: Email' } as const;
  change(recording('a'));
  tell(done);
  assert.deepEqual([line(), tone()], ['Mode: Email', 'recording']);
  pass(1_201);
  assert.equal(line(), 'Listening');
  change({ ...idleDictation, question: aQuestion() });
  tell({ type: 'remark-made', kind: 'problem', message: 'Not now.' });
  tell(done);
  pass(20_000);
  assert.equal(line(), 'Which branch?');
  tell({ type: 'remark-made', kind: 'problem', message: 'Not now.' });
  change(idleDictation);
  assert.equal(line(), 'Not now.');
});

test('what a key press came to is shown for a moment, beside nothing that goes on', (t) => {
  const { tell, change, pass, line, tone } = followed(t, idleDictation);
  const remark = { type: 'remark-made', kind: 'problem', message: 'No microphone was found.' } as const;
  tell({ ...remark, kind: 'done', message: 'Mode: Email' });
  assert.deepEqual([line(), tone()], ['Mode: Email', 'done']);
  pass(1_201);
  assert.equal(line(), undefined);
  tell(remark);
  pass(7_000);
  assert.deepEqual([line(), tone()], [remark.message, 'problem']);
  pass(1_001);
  assert.equal(line(), undefined);
  tell(remark);
  change(recording('a'));
  assert.equal(line(), 'Listening');
  change(idleDictation);
  assert.equal(line(), undefined, 'what was said before a recording is over with it');
});

test('at the end it names the program that the text was sent to, and is gone after 0.9 seconds', async (t) => {
  const { change, pass, line } = followed(t, idleDictation);
  change(recording('a'));
  const sent = processing('a', { phase: 'delivering', text: 'Buy bread and olives.' });
  change({ ...idleDictation, processing: [sent] });
  change({ ...idleDictation, processing: [{ ...sent, phase: 'delivered' }] });
  assert.equal(line(), '4 words', 'it does not wait for the name');
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(line(), '4 words in Thunderbird');
  pass(899);
  assert.equal(line(), '4 words in Thunderbird');
  pass(2);
  assert.equal(line(), undefined);
});

test('a word is offered for ten seconds, not while its user speaks, and once', (t) => {
  const grafana = { heard: 'grafanna', phrase: 'grafanna', written: 'Grafana' };
  const { indicator, line, buttons, pass, change } = followed(t, idleDictation);
  indicator.offer(grafana);
  assert.deepEqual([line(), buttons()], ['Remember “Grafana”?', ['remember']]);
  pass(9_900);
  assert.deepEqual(buttons(), ['remember']);
  pass(200);
  assert.equal(line(), undefined);
  assert.equal(indicator.takeOffer(), undefined, 'what is no longer shown');
  indicator.offer(grafana);
  assert.equal(indicator.takeOffer(), grafana);
  assert.equal(line(), undefined);
  assert.equal(indicator.takeOffer(), undefined);
  indicator.offer(grafana);
  change(recording('1'));
  change(idleDictation);
  assert.equal(line(), undefined);
});
