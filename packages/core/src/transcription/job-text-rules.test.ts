import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type CaptionFormat,
  type Mode,
  modeDefaults,
  type RecordingSource,
  recordingSources,
  type SpokenPlace,
} from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { EventBus, systemClock } from '../base/index.ts';
import { openDatabase } from '../database/index.ts';
import { ModeStore, type ModeWithVocabulary } from '../modes.ts';
import { loadTextRules } from '../rewriting/index.ts';
import { type CaptionsToCut, cutCaptions, printCaptions, textRulesOf } from './job-text-rules.ts';

const { applyTextRules } = await loadTextRules();

const mode = { ...modeDefaults, language: 'en', englishSpelling: 'british' } as Mode;

function captionsOf(language: string | null, options: CaptionsToCut['options'] = {}): Promise<string> {
  const text = 'ein Liter color';
  const speech = { text, duration: 2, segments: [{ id: 0, start: 0, end: 2, text }] };
  return cutCaptions({ speech, language, mode, options, format: 'srt', shape: {} });
}

test('captions follow the language that was spoken, not the mode’s, and the words of the request', async () => {
  assert.match(await captionsOf('de'), /ein Liter color/);
  assert.match(await captionsOf('en'), /ein Litre colour/);
  assert.match(await captionsOf('de', { translate: true }), /ein Litre colour/);
  assert.match(await captionsOf('de', { vocabulary: ['Liter => L'] }), /ein L color/);
});

test('in a conversation, the rules apply to what is said and not to who says it', async () => {
  const heard = [
    ['Others', 'Um, yes.'],
    ['Me', 'we ask others'],
    ['Me', 'and Kubernetis.'],
  ] as const;
  const segments = heard.map(([speaker, text], id) => ({ id, start: id, end: id + 1, text, speaker }));
  const rules = { ...mode, punctuation: false, removeFillers: 'always' as const };
  const { rewriteAll } = textRulesOf(rules, { vocabulary: ['Kubernetes', 'Others => Andrea'] });
  assert.deepEqual(
    await rewriteAll({ text: 'Others: Um, yes.\n\nMe: we ask others and Kubernetis.', segments }, 'en'),
    {
      text: 'Others: Yes\n\nMe: we ask Andrea and Kubernetes',
      corrections: [{ heard: 'Kubernetis', written: 'Kubernetes' }],
    },
  );
  // The last period is that of the whole text.
  const { rewriteAll: withoutPeriod } = textRulesOf({ ...mode, removeTrailingPeriod: true }, {});
  const { text } = await withoutPeriod({ text: '', segments }, 'en');
  assert.equal(text, 'Others: Um, yes.\n\nMe: we ask others and Kubernetis');
});

test('a word of the vocabulary that was heard as another is written, in captions too, and what was corrected is reported', async () => {
  const text = 'Wir nutzen Kubernetis.';
  const vocabulary = ['Kubernetes => K8s'];
  const { rewriteAll } = textRulesOf(mode, { vocabulary });
  const corrected = {
    text: 'Wir nutzen K8s.',
    corrections: [{ heard: 'Kubernetis', written: 'K8s' }],
  };
  assert.deepEqual(await rewriteAll({ text, segments: [] }, 'de'), corrected);
  assert.deepEqual(await rewriteAll({ text, segments: [] }, null), corrected);
  // Its words are unknown, so each might be one.
  assert.deepEqual(await rewriteAll({ text, segments: [] }, 'nl'), { text, corrections: [] });
  const speech = { text, duration: 2, segments: [{ id: 0, start: 0, end: 2, text }] };
  const cut = await cutCaptions({
    speech,
    language: 'de',
    mode,
    options: { vocabulary },
    format: 'srt',
    shape: {},
  });
  assert.match(cut, /Wir nutzen K8s/);
});

test('spoken words become what they mean where the mode says so: nowhere, in dictations, or everywhere', () => {
  const said = 'Um, I have twenty three, comma, maybe more.';
  const written = 'I have 23, maybe more.';
  const textFrom = (place: SpokenPlace, source: RecordingSource) => {
    const spoken = { numbersAsDigits: place, spokenMarks: place, removeFillers: place };
    const { rulesIn } = textRulesOf({ ...modeDefaults, ...spoken } as Mode, {}, source);
    return applyTextRules(said, rulesIn('en'));
  };
  for (const source of recordingSources) {
    assert.equal(textFrom('off', source), said, source);
    assert.equal(textFrom('dictation', source), source === 'dictation' ? written : said, source);
    assert.equal(textFrom('always', source), written, source);
  }
});

/** The rows of a table of the page, without their first column as the key. */
function stepsInDocs(): ReadonlyMap<string, readonly string[]> {
  const page = readFileSync(new URL('../../../../docs/spoken-words.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('| step |');
  const rows = table.split('\n\n', 1)[0]?.split('\n').slice(2) ?? [];
  return new Map(
    rows.map((row) => {
      const [step = '', ...cells] = row.split('|').slice(1, -1);
      return [step.trim(), cells.map((cell) => cell.trim())];
    }),
  );
}

test('the table of steps and sources in the documents is what the rules do by default', async () => {
  const database = await openDatabase(join(temporaryFolder(), 'quoth.db'));
  try {
    const events = new EventBus((error) => assert.fail(String(error)));
    const seeded = (await ModeStore.open({ database, events, clock: systemClock })).default();
    const plain = { ...seeded, ...modeDefaults, name: seeded.name } as Mode;
    const snippet = { phrase: 'my sign off', written: 'Kind regards\nAnna', kind: 'snippet' };
    const scoped = [{ ...snippet, id: '1', languages: [], modes: [] }];
    const vocabulary = ['Kubernetes', 'colour me => surprised'];
    const sources = ['dictation', 'file', 'api', 'api', 'wyoming'] as const;
    const writes = (said: string, mode: Mode, source: RecordingSource) => {
      const known = { ...mode, customVocabulary: vocabulary, scoped } as unknown as ModeWithVocabulary;
      return applyTextRules(said, textRulesOf(known, {}, source).rulesIn('en')).trim() !== said;
    };
    const cells = (said: string) =>
      sources.map((source) => {
        if (writes(said, plain, source)) return 'yes';
        return writes(said, seeded, source) ? 'modes of a new installation' : 'no';
      });
    const documented = stepsInDocs();
    for (const [step, said] of [
      ['words of the vocabulary that sound like it', 'We use Kubernetis today.'],
      ['fillers (`removeFillers`)', 'I, um, think so.'],
      ['numbers (`numbersAsDigits`)', 'It is twenty three years ago.'],
      ['small numbers in words (`numbersAsWords`)', 'We saw 23 people there.'],
      ['marks and commands (`spokenMarks`)', 'Are you coming, question mark.'],
      ['line breaks (`spokenLineBreaks`)', 'It is late, new line. See you.'],
      ['vocabulary and replacements', 'Please colour me.'],
      ['snippets', 'My sign off.'],
    ] as const)
      assert.deepEqual(documented.get(step), cells(said), step);
    for (const [step, said, rule] of [
      ['punctuation, capitals, English spelling', 'The Color.', { capitalization: false }],
      ['punctuation, capitals, English spelling', 'The Color.', { punctuation: false }],
      ['punctuation, capitals, English spelling', 'The Color.', { englishSpelling: 'british' }],
      ['final period, profanity', 'The Color.', { removeTrailingPeriod: true }],
      ['final period, profanity', 'What the fuck', { profanityFilter: true }],
    ] as const)
      for (const [at, source] of sources.entries()) {
        assert.equal(documented.get(step)?.[at], 'as recognised', step);
        assert.equal(writes(said, plain, source), false, step);
        assert.equal(writes(said, { ...plain, ...rule }, source), true, step);
      }
  } finally {
    await database.destroy();
  }
});

/** An hour or so of somebody who speaks of colors. */
function captions(count: number, format: CaptionFormat): CaptionsToCut {
  const spoken = ['we', 'met', 'at', 'the', 'old', 'theater', 'and', 'talked', 'about', 'color'];
  const words = Array.from({ length: count }, (_, at) => ({
    word: spoken[at % spoken.length] ?? '',
    start: at * 0.4,
    end: at * 0.4 + 0.35,
  }));
  const text = words.map(({ word }) => word).join(' ');
  const speech = { text, duration: count * 0.4, words, segments: [] };
  return { speech, language: 'en', mode, options: {}, format, shape: {} };
}

/** How often the event loop came round until it was there. */
async function turnsUntil<Result>(work: Promise<Result>): Promise<readonly [Result, number]> {
  let isOver = false;
  let turns = 0;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    turns++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return [await over, turns];
}

test('long captions are cut while the event loop keeps running, with the same result', async () => {
  for (const format of ['srt', 'vtt'] as const) {
    const long = captions(12_000, format);
    const [printed, turns] = await turnsUntil(printCaptions(long));
    assert.equal(printed, await cutCaptions(long));
    assert.match(printed, /theatre/);
    assert(turns > 5, `${turns} turns of the event loop`);
  }
});

test('short captions start no thread', async () => {
  const short = captions(200, 'srt');
  const [printed, turns] = await turnsUntil(printCaptions(short));
  assert.equal(printed, await cutCaptions(short));
  assert(turns <= 2, `${turns} turns of the event loop`);
});
