import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dictation } from '@quoth/contract';
import { aProcessing, aQuestion, aRecording, idleDictation } from '@quoth/contract/fixtures/shapes.ts';
import fc from 'fast-check';
import { aView } from '../fixtures/a-view.ts';
import { cardLayout, directionOf, fitting, inputBoxes, wrapped } from '../indicator-window/layout.ts';
import type { Box } from '../indicator-window/surface.ts';
import { texts as de } from '../text/de.ts';
import { en } from '../text/en.ts';
import { type IndicatorFacts, type IndicatorView, indicatorView, nextLookAt } from './indicator-view.ts';

const id = '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b';
const recording = aRecording({ started_at: null });
const processing = aProcessing({ duration_ms: 4_000 });

function facts(dictation: Partial<Dictation>, more: Partial<IndicatorFacts> = {}): IndicatorFacts {
  return {
    dictation: { ...idleDictation, ...dictation },
    words: '',
    settled: 0,
    texts: en,
    language: 'en',
    elapsedMs: 2_000,
    levels: [0.5],
    programs: new Map(),
    size: 'full',
    appearance: 'dark',
    isStill: false,
    hasTray: false,
    finishedAt: new Map([[id, 10_000]]),
    now: 10_500,
    ...more,
  };
}

test('a meeting is named as long as it is recorded, whatever else is shown and in every size', () => {
  const meeting = { ...recording, meeting: true };
  for (const given of [
    facts({ recording: { ...meeting, phase: 'starting' } }),
    facts({ recording: meeting }, { words: 'said' }),
    facts({ recording: meeting }, { size: 'small' }),
    facts({ recording: { ...meeting, warnings: [{ id: 'still-there', level: 'warning', message: 'No.' }] } }),
  ])
    assert.equal(indicatorView(given)?.says, 'Recording meeting');
  assert.equal(indicatorView(facts({ recording }))?.says, undefined);
});

test('what is shown follows the recorder, and as long as a microphone is open something is', () => {
  const warning = { id: 'no-sound', level: 'warning', message: 'No sound.' } as const;
  const failed = {
    ...processing,
    phase: 'failed',
    error: { code: 'TRANSCRIPTION_FAILED', message: 'No.' },
  } as const;
  const remark = { about: 'a', tone: 'problem', line: 'No.', leftMs: 100 } as const;
  const delivered = { ...processing, phase: 'delivered', text: 'What was said.' } as const;
  const programs = new Map([[id, 'Thunderbird']]);
  const silent = { ...failed, error: { code: 'NO_SPEECH', message: 'No speech.' } } as const;
  const asked = { shortcut: 'Escape', until: 10_501 } as const;
  const pressed = { ...delivered, pressed: 'ctrl-enter' } as const;
  const cancelled = { ...silent, phase: 'cancelled' } as const;
  const german = { texts: de, language: 'de' } as const;
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
      facts({ recording }, { words: 'said', cancelAsked: asked }),
      'recording',
      'Press Esc again to discard',
      'stop,cancel',
    ],
    [
      facts({ recording }, { ...german, cancelAsked: { shortcut: 'Ctrl+Delete', until: 10_501 } }),
      'recording',
      'Zum Verwerfen noch einmal Strg+Entf drücken',
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
    [facts({ processing: [delivered] }), 'done', '3 words', ''],
    [facts({ processing: [delivered] }, { programs }), 'done', '3 words in Thunderbird', ''],
    [
      facts({ processing: [pressed] }, { programs }),
      'done',
      '3 words in Thunderbird · Ctrl+Enter pressed',
      '',
    ],
    [facts({ processing: [pressed] }, { ...german }), 'done', '3 Wörter · Strg+Eingabe gedrückt', ''],
    [facts({ processing: [delivered] }, { programs, now: 10_900 }), undefined],
    [
      facts({ processing: [{ ...delivered, text: 'One.' }] }, { programs }),
      'done',
      '1 word in Thunderbird',
      '',
    ],
    [facts({ processing: [{ ...delivered, text: '' }] }, { programs }), undefined],
    [facts({ processing: [{ ...delivered, program }] }, { programs }), undefined],
    [facts({ processing: [{ ...delivered, phase: 'shown' }] }, { programs }), undefined],
    [facts({ processing: [{ ...delivered, phase: 'copied' }] }), 'done', '3 words copied', ''],
    [facts({ processing: [{ ...delivered, phase: 'copied' }] }, { now: 12_000 }), undefined],
    [facts({ processing: [failed] }), undefined],
    [facts({ processing: [failed] }, { remark }), 'problem', 'No.', ''],
    [facts({ processing: [processing] }, { remark }), 'problem', 'No.', ''],
    [facts({ recording }, { remark, words: 'said' }), 'problem', 'No.', 'stop,cancel'],
    [facts({ processing: [processing] }, { remark, isLocked: true }), 'working', 'Transcribing', 'cancel'],
    [facts({ processing: [silent] }, { now: 12_900 }), 'ended', 'No speech detected', ''],
    [facts({ processing: [cancelled] }), 'ended', 'Canceled', ''],
    [facts({ processing: [cancelled], discarded: [id] }, { now: 19_900 }), 'ended', 'Discarded', 'undo'],
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
  assert.equal(indicatorView(facts({ recording }, { size: 'small', words: 'said' }))?.line, 'Listening');
  assert.equal(nextLookAt(facts({ processing: [{ ...processing, phase: 'copied' }] })), 10_900);
  assert.equal(nextLookAt(facts({ processing: [silent] }, { size: 'small' })), 13_000);
  const cancelAsked = { shortcut: 'Escape', until: 10_600 };
  assert.equal(nextLookAt(facts({ recording }, { cancelAsked })), 10_600);
  assert.equal(nextLookAt(facts({ recording, processing: [{ ...processing, phase: 'copied' }] })), undefined);
  assert.equal(nextLookAt(facts({ recording }, { remark })), 10_600);
  assert.equal(nextLookAt(facts({ recording }, { remark, isLocked: true })), undefined);
});

test('it is a pill of 44 pixels, only its handle and its buttons take the pointer, and nothing lies over anything else', () => {
  const views: readonly IndicatorView[] = [
    aView,
    { ...aView, tone: 'starting', isTranscript: false, elapsedMs: 0, levels: [] },
    { ...aView, isTranscript: false, line: 'Listening', elapsedMs: 4_000_000 },
    {
      ...aView,
      isTranscript: false,
      namesMode: true,
      mode: 'A mode with a name that is far too long for it',
    },
    { ...aView, program: 'Notes', says: 'Notes is recording' },
    { ...aView, tone: 'problem', isWhole: true, isTranscript: false, hint: 'Is it muted?' },
    { ...aView, tone: 'working', isTranscript: false, line: 'Transcribing', buttons: ['cancel'] },
    { ...aView, tone: 'done', isTranscript: false, line: '31 words in Thunderbird', buttons: [] },
    { ...aView, tone: 'done', isWhole: true, isTranscript: false, line: 'Email', buttons: [] },
    { ...aView, tone: 'ended', isTranscript: false, line: 'Discarded', buttons: ['undo'] },
  ];
  for (const view of views) {
    const layout = cardLayout(view);
    const { cards, buttons, handle, live, anchor } = layout;
    const card = cards.at(-1);
    assert(card);
    assert.deepEqual([card.height, card.radius], [44, 22], view.line);
    assert.deepEqual(anchor, { x: card.x + card.width / 2, y: card.y + 22 });
    const texts = layout.texts
      .filter(({ isCentered, baseline }) => isCentered !== true && baseline > card.y)
      .map(({ x, width, baseline, size }) => ({ x, width, y: baseline - size, height: size }));
    const time = live?.time && { ...live.box, x: live.time.x, width: live.time.width };
    const parts = [handle, live?.line, time, ...texts, ...buttons].filter(
      (box): box is Box => box !== undefined,
    );
    const inRow = parts.toSorted((one, other) => one.x - other.x);
    for (const [index, box] of inRow.entries()) {
      assert(box.x >= card.x && box.x + box.width <= card.x + card.width, `${view.line} ${index}`);
      assert(box.y >= card.y && box.y + box.height <= card.y + card.height, `${view.line} ${index}`);
      const before = inRow[index - 1];
      if (before) assert(box.x >= before.x + before.width, `${view.line} ${index}`);
    }
    assert.equal(inputBoxes(layout).length, 1 + buttons.length);
  }
});

test('the newest words stand in two lines above it, and what may still change is marked', () => {
  const words =
    'The release goes out on Tuesday at three, and Anna checks the notes on Monday before I write to them';
  const seen = (said: string, settled: number) => {
    const view = indicatorView(facts({ recording }, { words: said, settled }));
    assert(view?.isTranscript);
    return cardLayout(view).texts.filter(({ isSaid }) => isSaid);
  };
  const settled = words.indexOf(' before');
  const lines = seen(words, settled);
  assert.equal(lines.length, 2);
  assert(words.endsWith(lines.map(({ text }) => text).join(' ')));
  const open = lines.map(({ text, settled: sure = 0 }) => text.slice(sure)).join(' ');
  assert.equal(open.trim(), 'before I write to them');
  // What stands in the first line stays there while words are added to the second.
  assert.equal(seen(`${words} all`, settled)[0]?.text, lines[0]?.text);
  assert.equal(seen('Hello', 5).length, 1);
  const hour = `${'word '.repeat(9_000)}the end`;
  const last = seen(hour, hour.length);
  assert(
    last
      .map(({ text }) => text)
      .join(' ')
      .endsWith('word the end'),
  );
  assert(last.every(({ text, settled: sure }) => sure === text.length));
  assert((indicatorView(facts({ recording }, { words: hour }))?.line.length ?? 0) < 1_300);
});

test('how many words went where is said in every language, as it counts', async () => {
  const expected = {
    de: ['1 Wort in Kate', '1.200 Wörter in Kate'],
    es: ['1 palabra en Kate', '1200 palabras en Kate'],
    fr: ['1 mot dans Kate', '1 200 mots dans Kate'],
    ja: ['Kateに1語を入力しました', 'Kateに1,200語を入力しました'],
    'pt-BR': ['1 palavra em Kate', '1.200 palavras em Kate'],
  };
  for (const [language, lines] of Object.entries(expected)) {
    const { texts } = (await import(`../text/${language}.ts`)) as { texts: typeof en };
    const shown = [1, 1_200].map((count) => {
      const text = 'word '.repeat(count);
      const done = { ...processing, phase: 'delivered', text } as const;
      const programs = new Map([[id, 'Kate']]);
      return indicatorView(facts({ processing: [done] }, { texts, language, programs }))?.line;
    });
    assert.deepEqual(
      shown.map((line) => line?.replaceAll('\u202f', ' ')),
      lines,
      language,
    );
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
    [asked?.tone, asked?.program, asked?.line, asked?.buttons.join(), asked?.labels.answer],
    ['asking', 'Notes', 'Which branch?', 'decline,answer', 'Answer'],
  );
  const consent = indicatorView(facts({ question: { ...question, question: null } }));
  assert.deepEqual([consent?.program, consent?.labels.answer], ['Notes', 'Record']);
  for (const phase of ['starting', 'recording'] as const) {
    const shown = indicatorView(facts({ recording: { ...recording, phase, program } }, { size: 'small' }));
    assert.deepEqual([shown?.says, shown?.buttons.join()], ['Notes is recording', 'stop,cancel']);
    assert(shown && cardLayout(shown).texts.some(({ text }) => text === 'Notes is recording'));
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
  const question = 'w'.repeat(200);
  const layout = cardLayout({ ...aView, tone: 'asking', line: question, buttons: ['decline', 'answer'] });
  const [card] = layout.cards;
  const lines = layout.texts.filter(({ text }) => text.startsWith('w'));
  assert(card && lines.length > 3);
  assert.equal(lines.map(({ text }) => text).join(''), question);
  assert((lines.at(-1)?.baseline ?? 0) + 5 < (layout.buttons[0]?.y ?? 0), 'the buttons are below it');
  for (const { x, y, width, height } of layout.buttons)
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
  assert(view);
  assert.deepEqual([view.line, view.hint], [error.message, error.hint]);
  const { cards, texts } = cardLayout(view);
  const written = (ink: string) => texts.filter((text) => text.ink === ink).map(({ text }) => text);
  assert.equal(written('text').join(' '), error.message);
  assert.equal(written('quiet').join(' '), error.hint);
  const [card] = cards;
  assert(
    card && texts.every(({ baseline }) => baseline > card.y + 12 && baseline < card.y + card.height - 8),
  );
  const warning = { id: 'no-sound', level: 'warning', message: 'No sound.', hint: 'Is it muted?' } as const;
  const silent = facts({ recording: { ...recording, warnings: [warning] } }, { size: 'small' });
  const warned = indicatorView(silent);
  assert.deepEqual([warned?.isWhole, warned?.hint, warned?.buttons.length], [true, warning.hint, 2]);
  const cancelAsked = { shortcut: 'Escape', until: 10_600 };
  assert.equal(indicatorView({ ...silent, cancelAsked })?.hint, undefined);
});

test('an answer that is longer than a line is whole, also on the card of a recording', () => {
  const line = 'No selected text was found: what you say is written as it is.';
  const remark = { about: 'answer', tone: 'done', line, leftMs: 1 } as const;
  for (const dictation of [{}, { recording }]) {
    const view = indicatorView(facts(dictation, { remark, size: 'small' }));
    assert(view);
    const layout = cardLayout(view);
    const [card] = layout.cards;
    const answer = layout.texts.filter(({ baseline }) => card && baseline < card.y + card.height);
    assert.equal(answer.map(({ text }) => text).join(' '), line);
    assert(card && layout.buttons.every(({ y }) => y >= card.y + card.height), 'it covers no button');
  }
});

test('no message makes the card larger than a few lines', () => {
  const line = 'word '.repeat(500);
  const view = { ...aView, tone: 'problem', isTranscript: false, isWhole: true, line, buttons: [] } as const;
  const { cards, texts } = cardLayout({ ...view, hint: 'x'.repeat(2_000) });
  assert.equal(texts.length, 8);
  assert(texts[3]?.text.endsWith('…') && texts[7]?.text.endsWith('…'));
  assert((cards[0]?.height ?? 999) < 240);
});
