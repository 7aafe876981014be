import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_RATE, VOICE_FRAME } from '@quoth/audio';
import type { RecognizedSpeech } from '@quoth/text';
import fc from 'fast-check';
import { recognizeGrowing } from './growing-recognition.ts';

/** A word that is spoken from one second to another. */
interface Spoken {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Words of half a second each; a number is a pause of so many seconds. */
function said(...parts: (string | number)[]): { words: Spoken[]; seconds: number } {
  const words: Spoken[] = [];
  let now = 0;
  for (const part of parts) {
    if (typeof part === 'number') now += part;
    else
      for (const word of part.split(' ')) {
        words.push({ word, start: now, end: now + 0.5 });
        now += 0.5;
      }
  }
  return { words, seconds: now };
}

interface Run {
  readonly previews?: boolean;
  readonly isFollowed?: boolean;
  readonly keep?: number;
  /** Milliseconds of a decode. */
  readonly costs?: number;
  readonly share?: number;
  readonly fails?: (attempt: number) => boolean;
  readonly hasDrafts?: boolean;
  /** Words that the model does not hear behind others. */
  readonly passesOver?: string;
  /** A word that drafts hear as another one. */
  readonly mishears?: string;
  /** All of it is there at once. */
  readonly atOnce?: boolean;
  /** Who makes drafts: none of them comes back before the recording has ended, or each does at once. */
  readonly elsewhere?: 'stuck' | 'quick' | undefined;
}

/**
 * Somebody speaks, and a stand-in for the model hears every word that has ended in what it gets: as a sentence by
 * itself, so that it ends with a full stop wherever the sound ends. Time passes only where the recogniser waits or
 * decodes.
 */
async function spoken(
  { words, seconds }: { readonly words: readonly Spoken[]; readonly seconds: number },
  {
    previews = true,
    isFollowed = true,
    keep = 8,
    costs = 50,
    share = 0.7,
    fails = () => false,
    atOnce = false,
    hasDrafts = false,
    passesOver = '',
    mishears,
    elsewhere,
  }: Run = {},
) {
  let now = atOnce ? seconds * 1000 : 0;
  let decoding = 0;
  const attempts: {
    readonly at: number;
    readonly from: number;
    readonly to: number;
    readonly isDraft: boolean;
  }[] = [];
  const partials: { readonly at: number; readonly text: string; readonly stable: string }[] = [];
  const total = Math.round(seconds * SAMPLE_RATE);
  const arrived = () => Math.min(total, Math.round((now / 1000) * SAMPLE_RATE));
  const over = new AbortController();
  // Each sample says where it stands, in frames, so that the stand-in knows what it was given.
  const read = async (from: number, count: number) => {
    const until = Math.max(from, Math.min(from + count, arrived()));
    const samples = new Int16Array(until - from);
    for (let at = from; at < until; at += 160 - (at % 160))
      samples.fill(1 + Math.floor(at / 160), at - from, at - from + 160 - (at % 160));
    return samples;
  };
  const drafts: number[] = [];
  const draft = async (range: { readonly start: number; readonly end: number }, signal: AbortSignal) => {
    drafts.push(now / 1000);
    const samples = await read(range.start, range.end - range.start);
    if (elsewhere === 'quick') return hear(samples, true);
    now = seconds * 1000;
    over.abort();
    return await new Promise<never>((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      else signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  let voiceAt = 0;
  const voice = {
    push: (samples: Int16Array) => {
      const frames = Math.floor((voiceAt + samples.length) / VOICE_FRAME) - Math.floor(voiceAt / VOICE_FRAME);
      const first = Math.floor(voiceAt / VOICE_FRAME);
      voiceAt += samples.length;
      return Array.from({ length: frames }, (_, at) => {
        const second = ((first + at + 0.5) * VOICE_FRAME) / SAMPLE_RATE;
        const isVoiced = words.some(({ start, end }) => start <= second && second < end);
        return { isVoiced, probability: isVoiced ? 1 : 0 };
      });
    },
  };
  const decode = async (
    samples: Int16Array,
    signal: AbortSignal,
    isDraft: boolean,
  ): Promise<RecognizedSpeech | undefined> => {
    const { from, to } = placeOf(samples);
    attempts.push({ at: now / 1000, from, to, isDraft });
    decoding += costs;
    now += costs;
    if (arrived() === total) over.abort();
    signal.throwIfAborted();
    if (fails(attempts.length)) throw new Error('lost its way');
    return hear(samples, hasDrafts && isDraft);
  };
  const placeOf = (samples: Int16Array) => {
    const isReal = (sample: number) => sample > 0;
    return { from: ((samples.find(isReal) ?? 1) - 1) / 100, to: (samples.findLast(isReal) ?? 0) / 100 };
  };
  const hear = (samples: Int16Array, isDraft: boolean): RecognizedSpeech | undefined => {
    const { from, to } = placeOf(samples);
    const all = words.filter(({ start, end }) => start >= from - 0.02 && end <= to + 0.05);
    const heard = all.filter(({ word }, at) => at < 2 || !passesOver.split(' ').includes(word));
    const [first] = heard;
    if (!first) return undefined;
    const text = heard
      .map(({ word }) => (isDraft && mishears ? word.replace(mishears, 'coobernettis') : word))
      .join(' ');
    const closed = /[.,]$/.test(text) ? text.replace(/,$/, '.') : `${text}.`;
    return {
      text: closed.charAt(0).toUpperCase() + closed.slice(1),
      words: [],
      segments: [],
      language: 'en',
    };
  };
  const result = await recognizeGrowing({
    session: {
      signal: new AbortController().signal,
      partial: (text, stable = 0) => partials.push({ at: now / 1000, text, stable: text.slice(0, stable) }),
    },
    sound: {
      read,
      get growing() {
        return arrived() < total;
      },
      ended: over.signal,
    },
    voice,
    hasDrafts,
    decode,
    ...(elsewhere && { draft }),
    pace: { keep: keep * SAMPLE_RATE, share, previews, isFollowed },
    clock: {
      wall: () => now,
      processor: () => decoding,
      wait: async (milliseconds) => {
        now += milliseconds;
      },
    },
  });
  return { result, partials, attempts, drafts, decoding };
}

const STORY = said(
  'it began in college,',
  0.7,
  'but it was late.',
  1,
  'We went down the road',
  0.6,
  'and home.',
);
const TEXT = 'It began in college, but it was late. We went down the road and home.';

test('the first words are there within 1.2 s, and more of them with every second of speech', async () => {
  const { partials } = await spoken(STORY);
  assert((partials[0]?.at ?? 9) <= 1.2, String(partials[0]?.at));
  assert((partials.find(({ stable }) => stable !== '')?.at ?? 9) <= 1.6);
  for (const { end } of STORY.words) {
    const since = partials.some(({ at }) => at > end && at <= end + 0.6);
    assert(since, `nothing new after ${end} s`);
  }
});

test('words that no one takes yet settle later than those that somebody waits for', async () => {
  const story = said('ask not what your country can do for you, ask what you can do.');
  const settledAt = async (isFollowed: boolean) => {
    const { result, partials } = await spoken(story, { isFollowed, costs: 700, share: 4 });
    assert.equal(result.text, 'Ask not what your country can do for you, ask what you can do.');
    return partials.find(({ stable }) => stable.startsWith('Ask not what'))?.at ?? 9;
  };
  const [followed, shown] = [await settledAt(true), await settledAt(false)];
  assert(followed < shown && shown < 5, `${followed}, ${shown}`);
});

test('no sentence ends at a pause where it goes on', async () => {
  for (const keep of [1, 3, 8]) {
    const { result } = await spoken(STORY, { keep });
    assert.equal(result.text, TEXT, `${keep} s`);
    assert.equal(result.segments.map(({ text }) => text).join(' '), TEXT);
  }
});

test('segments lie where their words are', async () => {
  const { result } = await spoken(STORY, { keep: 1 });
  for (const { start, end, text } of result.segments) {
    const count = text.split(' ').length;
    assert(Math.abs(end - start - count / 2) < 0.15, `${text}: ${start} to ${end}`);
  }
});

test('what was decoded in the last pause is not decoded again when the recording ends', async () => {
  const { result, attempts } = await spoken(said('we went home.', 1.5));
  assert.equal(result.text, 'We went home.');
  assert((attempts.at(-1)?.at ?? 9) < 2.2, JSON.stringify(attempts));
  // And where somebody speaks to the very end, the last words are heard.
  assert.equal((await spoken(said('we went home.'))).result.text, 'We went home.');
});

test('an attempt that heard all that was said is the text, also where the recording ends meanwhile', async () => {
  const story = said('we went home.', 0.2);
  const { result, attempts } = await spoken(story, { costs: 400, share: 4 });
  assert.equal(result.text, 'We went home.');
  assert((attempts.at(-1)?.at ?? 9) < story.seconds, JSON.stringify(attempts));
});

test('nothing is decoded where no one speaks, and nothing is invented', async () => {
  const silent = await spoken(said(30));
  assert.deepEqual([silent.attempts.length, silent.result.text], [0, '']);
  const { attempts } = await spoken(said('home.', 60));
  assert(attempts.length <= 4, String(attempts.length));
});

test('speech without pauses is heard in parts that a model can take', async () => {
  const words = Array.from({ length: 120 }, (_, at) => `word${at}`).join(' ');
  const { result, attempts } = await spoken(said(words));
  assert(attempts.every(({ from, to }) => to - from <= 25));
  assert.deepEqual(result.text.toLowerCase().match(/word\d+/g)?.length, 120);
});

test('a recording that is there at once is decoded once for each part', async () => {
  const { result, attempts } = await spoken(STORY, { atOnce: true });
  assert.equal(attempts.length, 1);
  assert.equal(result.text, TEXT);
});

test('it steps back where decoding takes long, to its share of a core', async () => {
  const words = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
  for (const [costs, share] of [
    [100, 0.7],
    [600, 0.7],
    [600, 0.3],
  ] as const) {
    const { decoding, attempts } = await spoken(said(words), { costs, share });
    assert(attempts.length > 2);
    assert(decoding <= 20_000 * share + 3 * costs, `${costs} ms, ${share}: ${decoding} ms`);
  }
});

test('what a model passes over behind other words is heard by itself', async () => {
  const speech = said('my fellow Americans,', 1, 'ask not', 1, 'what your country can do');
  const { result } = await spoken(speech, { passesOver: 'ask not' });
  assert.match(result.text, /^My fellow Americans[.,] ask not what your country can do\.$/i);
});

test('a draft is never the last word, and none of its words is', async () => {
  for (const elsewhere of [undefined, 'quick'] as const)
    for (const tail of [0, 1.5]) {
      const run = { hasDrafts: true, mishears: 'kubernetes', elsewhere, keep: 2 };
      const speech = said('we went home to kubernetes, and we', 0.6, 'went on to kubernetes.', tail);
      const { attempts, result } = await spoken(speech, run);
      assert.equal(attempts.at(-1)?.isDraft, false);
      assert.equal(result.text, 'We went home to kubernetes, and we went on to kubernetes.');
    }
});

test('without previews a model is asked at pauses and at the end alone', async () => {
  const { result, attempts } = await spoken(STORY, { previews: false });
  assert.equal(result.text, TEXT);
  assert(attempts.length <= 4, String(attempts.length));
});

test('the end waits for no draft that another process makes', { timeout: 5_000 }, async () => {
  const { result, attempts, drafts } = await spoken(STORY, { elsewhere: 'stuck' });
  assert.equal(result.text, TEXT);
  assert.deepEqual([drafts.length, attempts.length, attempts[0]?.at], [1, 1, STORY.seconds]);
});

test('what another process hears is shown while one speaks, and only a likely end is heard here', async () => {
  for (const hasDrafts of [false, true]) {
    const { result, attempts, drafts, partials } = await spoken(STORY, { elsewhere: 'quick', hasDrafts });
    assert.equal(result.text, TEXT);
    assert((partials[0]?.at ?? 9) <= 1.2);
    if (!hasDrafts) assert((partials.find(({ stable }) => stable !== '')?.at ?? 9) <= 1.6);
    assert(drafts.length > attempts.length);
    const pauses = [
      [2, 2.7],
      [4.7, 5.7],
      [8.2, 8.8],
    ] as const;
    for (const { at } of attempts.slice(0, -1))
      assert(
        pauses.some(([from, to]) => at >= from + 0.45 && at <= to + 0.1),
        `${at} s`,
      );
  }
});

test('the end waits for the last sentences alone, also where attempts take longer than pauses', async () => {
  const story = said(
    ...Array.from({ length: 7 }, (_, at) => [`we went down to place${at}.`, 0.6] as const).flat(),
    'and home',
  );
  const text = story.words.map(({ word }) => word).join(' ');
  for (const run of [
    { costs: 1_500, previews: false },
    { costs: 700, previews: true },
    { costs: 300, previews: true, share: 0.3 },
  ]) {
    const { result, attempts } = await spoken(story, run);
    assert.equal(result.text.toLowerCase().replace(/\.$/, ''), text);
    const { from = 0, to = 0 } = attempts.at(-1) ?? {};
    assert(to - from < 11, `${JSON.stringify(run)}: ${from} to ${to} s`);
  }
});

test('an attempt that fails is followed by another; the last one must not fail', async () => {
  const { result } = await spoken(STORY, { fails: (attempt) => attempt % 3 === 1 && attempt < 12 });
  assert.equal(result.text, TEXT);
  await assert.rejects(spoken(said('we went home.'), { fails: () => true }), /lost its way/);
});

test('a long recording ends its parts after sentences, and says where the next one begins', async () => {
  const sentences = Array.from({ length: 9 }, () => ['we went down the road and home.', 1] as const).flat();
  const { result } = await spoken(said(...sentences));
  assert(result.until !== undefined && result.until > 20 * SAMPLE_RATE);
  assert.match(result.text, /home\.$/);
});

test('a part ends only where all of it was heard, also where attempts fail or wait for their share', async () => {
  const story = said(...Array.from({ length: 14 }, (_, at) => [`we went to ${at}.`, 1] as const).flat());
  for (const run of [
    { costs: 1_500, share: 0.2 },
    { costs: 1_500, share: 0.2, previews: false },
    { fails: (attempt: number) => attempt % 7 > 1 },
  ]) {
    const { result } = await spoken(story, run);
    const until = (result.until ?? story.seconds * SAMPLE_RATE) / SAMPLE_RATE;
    const spokenBefore = story.words.filter(({ end }) => end <= until).map(({ word }) => word);
    assert.deepEqual(result.text.toLowerCase().split(' '), spokenBefore, `until ${until} s`);
  }
});

test('whatever is said, stable text is never taken back and begins the result', async () => {
  const part = fc.oneof(
    fc.constantFrom('so', 'we went', 'down, the road.', 'and', 'home.', 'it was late'),
    fc.double({ min: 0.05, max: 3, noNaN: true }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 14 }),
      fc.constantFrom(1, 4, 8),
      fc.boolean(),
      async (parts, keep, isFollowed) => {
        const { result, partials } = await spoken(said(...parts), { keep, isFollowed });
        for (const [at, { text }] of partials.entries())
          assert(text.startsWith(partials[at - 1]?.stable ?? ''), JSON.stringify(partials));
        assert(result.text.startsWith(partials.at(-1)?.stable ?? ''));
        assert.equal(result.segments.map(({ text }) => text).join(' '), result.text);
      },
    ),
    { numRuns: 60 },
  );
});
