import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dictation } from '@quoth/contract';
import { aProcessing, aQuestion, aRecording, idleDictation } from '@quoth/contract/fixtures/shapes.ts';
import fc from 'fast-check';
import { englishLabels } from '../fixtures/english-texts.ts';
import {
  cardLayout,
  directionOf,
  fitting,
  inputBoxes,
  layoutOf,
  problemLayout,
  questionLayout,
  wrapped,
} from '../indicator-window/layout.ts';
import { en } from '../text/en.ts';
import { type IndicatorFacts, indicatorView, nextLookAt } from './indicator-view.ts';

const id = '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b';
const recording = aRecording({ started_at: null });
const processing = aProcessing({ duration_ms: 4_000 });

function facts(dictation: Partial<Dictation>, more: Partial<IndicatorFacts> = {}): IndicatorFacts {
  return {
    dictation: { ...idleDictation, ...dictation },
    words: '',
    texts: en,
    elapsedMs: 2_000,
    level: 0.5,
    size: 'full',
    appearance: 'dark',
    hasTray: false,
    finishedAt: new Map([[id, 10_000]]),
    now: 10_500,
    ...more,
  };
}

test('what is shown follows the recorder, and as long as a microphone is open something is', () => {
  const warning = { id: 'no-sound', level: 'warning', message: 'No sound.' } as const;
  const failed = {
    ...processing,
    phase: 'failed',
    error: { code: 'TRANSCRIPTION_FAILED', message: 'No.' },
  } as const;
  const remark = { about: 'a', tone: 'problem', line: 'No.', leftMs: 100 } as const;
  const silent = { ...failed, error: { code: 'NO_SPEECH', message: 'No speech.' } } as const;
  const rows: readonly [IndicatorFacts, string | undefined, string?, string?][] = [
    [facts({}), undefined],
    [
      facts({ recording: { ...recording, phase: 'starting' } }),
      'starting',
      'Opening microphone',
      'stop,cancel',
    ],
    [facts({ recording }), 'recording', 'Listening', 'stop,cancel'],
    [facts({ recording }, { words: ' what  was said' }), 'recording', 'what was said', 'stop,cancel'],
    [facts({ recording: { ...recording, warnings: [warning] } }), 'problem', 'No sound.', 'stop,cancel'],
    [
      facts({ recording }, { words: 'said', cancelAsked: { shortcut: 'Escape', until: 10_501 } }),
      'recording',
      'Press Esc again to discard',
      'stop,cancel',
    ],
    [
      facts({ recording }, { words: 'said', cancelAsked: { shortcut: 'Escape', until: 10_500 } }),
      'recording',
      'said',
      'stop,cancel',
    ],
    [facts({ recording, processing: [processing] }), 'recording', 'Listening', 'stop,cancel'],
    [facts({ processing: [processing] }), 'working', 'Transcribing', 'cancel'],
    [facts({ processing: [{ ...processing, phase: 'rewriting' }] }), 'working', 'Rewriting', 'cancel'],
    [facts({ processing: [{ ...processing, phase: 'delivered' }] }), undefined],
    [facts({ processing: [{ ...processing, phase: 'copied' }] }), 'done', 'Copied', ''],
    [facts({ processing: [{ ...processing, phase: 'copied' }] }, { now: 12_000 }), undefined],
    [facts({ processing: [failed] }), undefined],
    [facts({ processing: [failed] }, { remark }), 'problem', 'No.', ''],
    [facts({ processing: [processing] }, { remark }), 'problem', 'No.', ''],
    [facts({ recording }, { remark, words: 'said' }), 'problem', 'No.', 'stop,cancel'],
    [facts({ processing: [processing] }, { remark, isLocked: true }), 'working', 'Transcribing', 'cancel'],
    [facts({ processing: [silent] }, { now: 12_900 }), 'ended', 'No speech detected', ''],
    [facts({ processing: [{ ...silent, phase: 'cancelled' }] }), 'ended', 'Canceled', ''],
    [
      facts({ processing: [{ ...silent, phase: 'cancelled' }], discarded: [id] }, { now: 19_900 }),
      'ended',
      'Discarded',
      'undo',
    ],
    [facts({ processing: [silent] }, { now: 13_000 }), undefined],
    [facts({ pre_roll: true }), 'listening', 'Microphone is on', ''],
    [facts({ pre_roll: true }, { hasTray: true }), undefined],
  ];
  for (const [given, tone, line, buttons] of rows) {
    const view = indicatorView(given);
    assert.equal(view?.tone, tone, JSON.stringify(given.dictation));
    if (tone === undefined) continue;
    assert.equal(view?.line, line);
    assert.equal(view?.buttons.join(), buttons);
  }
  assert.equal(indicatorView(facts({ recording }, { size: 'small', hasTray: true }))?.size, 'small');
  assert.equal(nextLookAt(facts({ processing: [{ ...processing, phase: 'copied' }] })), 11_200);
  const unheard = facts({ processing: [silent] }, { size: 'small' });
  assert.deepEqual([indicatorView(unheard)?.size, nextLookAt(unheard)], ['full', 13_000]);
  const cancelAsked = { shortcut: 'Escape', until: 10_600 };
  assert.equal(nextLookAt(facts({ recording }, { cancelAsked })), 10_600);
  assert.equal(nextLookAt(facts({ recording, processing: [{ ...processing, phase: 'copied' }] })), undefined);
  assert.equal(nextLookAt(facts({ recording }, { remark })), 10_600);
  assert.equal(nextLookAt(facts({ recording }, { remark, isLocked: true })), undefined);
});

test('only its handle and its buttons take the pointer, and nothing lies over anything else', () => {
  for (const size of ['full', 'small'] as const)
    for (const tone of ['recording', 'working', 'listening'] as const) {
      const layout = layoutOf({ size, tone, buttons: tone === 'recording' ? ['stop', 'cancel'] : [] });
      const { card, meter, text, time, handle, buttons } = layout;
      const inRow = [handle, meter, ...(text ? [text] : []), ...(time ? [time] : []), ...buttons];
      for (const [index, box] of inRow.entries()) {
        assert(box.x >= card.x && box.x + box.width <= card.x + card.width, `${size} ${tone} ${index}`);
        const before = inRow[index - 1];
        if (before) assert(box.x >= before.x + before.width, `${size} ${tone} ${index}`);
      }
      assert.equal(inputBoxes(layout).length, 1 + buttons.length);
    }
});

test('the end of what was said is kept, no letter is torn, and its direction is that of its first letter', () => {
  const measure = (text: string) => [...new Intl.Segmenter().segment(text)].length;
  const rows: readonly [string, number, 'start' | 'end', string][] = [
    ['short', 10, 'end', 'short'],
    ['one two three four', 12, 'end', '…three four'],
    ['one two three four', 8, 'start', 'one two…'],
    ['これは長い文章です', 5, 'end', '…文章です'],
    ['ab👨‍👩‍👧c', 3, 'end', '…👨‍👩‍👧c'],
    ['anything', 0, 'end', '…'],
  ];
  for (const [text, width, keeps, expected] of rows)
    assert.equal(fitting(text, width, { measure, keeps }), expected);
  assert.equal(directionOf('12 مرحبا hello'), 'rtl');
  assert.equal(directionOf('hello مرحبا'), 'ltr');
  assert.equal(directionOf('こんにちは'), 'ltr');
  assert.equal(directionOf('…'), 'ltr');
});

const program = { id, name: 'Notes' };
const question = aQuestion();

test('what a program asks is shown under its name, and while it records the name is there, whatever size is set', () => {
  const asked = indicatorView(facts({ question }, { size: 'small' }));
  assert.deepEqual(
    [asked?.tone, asked?.program, asked?.line, asked?.buttons.join(), asked?.labels.answer, asked?.size],
    ['asking', 'Notes', 'Which branch?', 'decline,answer', 'Answer', 'full'],
  );
  const consent = indicatorView(facts({ question: { ...question, question: null } }));
  assert.deepEqual([consent?.program, consent?.labels.answer], ['Notes', 'Record']);
  for (const phase of ['starting', 'recording'] as const) {
    const shown = indicatorView(facts({ recording: { ...recording, phase, program } }, { size: 'small' }));
    assert.deepEqual([shown?.program, shown?.size, shown?.buttons.join()], ['Notes', 'full', 'stop,cancel']);
  }
  // The open microphone of the user goes first, and a question that is answered is no longer asked.
  assert.equal(indicatorView(facts({ recording, question }))?.tone, 'recording');
  assert.equal(indicatorView(facts({ question: { ...question, phase: 'transcribing' } })), undefined);
});

test('every letter of a question is on its card, within it, in any script', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    fc
      .array(
        fc.constantFrom('Which', 'branch', 'ブランチ', 'ענף', 'Donaudampfschifffahrtsgesellschaft', '🎉'),
      )
      .map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const measure = (part: string) => [...part].length * 7;
      const lines = wrapped(text, 70, measure);
      const bare = (written: string) => written.replace(/\s+/g, '');
      assert.equal(bare(lines.join('')), bare(text));
      // A single letter may be made of many code points, and is never torn.
      for (const line of lines)
        assert(measure(line) <= 70 || [...new Intl.Segmenter().segment(line)].length === 1, line);
    }),
  );
  const { card, text, buttons, lines } = questionLayout({
    line: 'w'.repeat(200),
    buttons: ['decline', 'answer'],
    labels: englishLabels,
  });
  assert(text && lines && lines.length > 3);
  assert(text.y + text.height < (buttons[0]?.y ?? 0), 'the buttons are below it');
  for (const { x, y, width, height } of buttons)
    assert(x > card.x && x + width < card.x + card.width && y + height < card.y + card.height);
});

test('a problem is reported in full, with what to do, however small its user likes the indicator', () => {
  const error = {
    code: 'TRANSCRIPTION_FAILED',
    message: 'The focus moved to another window, so the text was copied.',
    hint: 'Click where you want it, then paste.',
  } as const;
  const remark = { about: id, tone: 'problem', line: error.message, hint: error.hint, leftMs: 1 } as const;
  const copied = facts({}, { size: 'small', remark });
  const view = indicatorView(copied);
  assert.deepEqual([view?.size, view?.line, view?.hint], ['full', error.message, error.hint]);
  assert(view);
  const { card, text, problem } = problemLayout(view);
  assert.equal(problem?.lines.join(' '), error.message);
  assert.equal(problem?.hint.join(' '), error.hint);
  assert(text && text.y > card.y && text.y + text.height < card.y + card.height);
  const warning = { id: 'no-sound', level: 'warning', message: 'No sound.', hint: 'Is it muted?' } as const;
  const silent = facts({ recording: { ...recording, warnings: [warning] } }, { size: 'small' });
  const warned = indicatorView(silent);
  assert.deepEqual([warned?.size, warned?.hint, warned?.buttons.length], ['full', warning.hint, 2]);
  const cancelAsked = { shortcut: 'Escape', until: 10_600 };
  assert.equal(indicatorView({ ...silent, cancelAsked })?.hint, undefined);
});

test('an answer that is longer than a line is whole, also on the card of a recording', () => {
  const line = 'No selected text was found: what you say is written as it is.';
  const remark = { about: 'answer', tone: 'done', line, leftMs: 1 } as const;
  for (const dictation of [{}, { recording }]) {
    const view = indicatorView(facts(dictation, { remark, size: 'small' }));
    assert(view);
    const { text, problem, buttons } = cardLayout(view);
    assert.equal(problem?.lines.join(' '), line);
    assert(text && buttons.every(({ x }) => x >= text.x + text.width));
  }
});

test('no message makes the card larger than a few lines, and its buttons stay inside', () => {
  const view = {
    line: 'word '.repeat(500),
    hint: 'x'.repeat(2_000),
    mode: 'Email',
    buttons: ['stop', 'cancel'],
  } as const;
  const { card, text, buttons, problem } = problemLayout(view);
  assert(problem && problem.lines.length <= 4 && problem.hint.length <= 4);
  assert(problem.lines.at(-1)?.endsWith('…'));
  assert(card.height < 240);
  assert(text);
  for (const { x, y, height } of buttons)
    assert(x >= text.x + text.width && y > card.y && y + height < card.y + card.height);
});
