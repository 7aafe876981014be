import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changed, seededNoise, sound, speech } from '@quoth/audio/fixtures/sounds.ts';
import { concatenated, pause, spool } from '@quoth/audio/fixtures/test-speech.ts';
import { AppError } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { silentLogger } from '../base/index.ts';
import { Engines } from './engines.ts';
import { pocketSphinxPlaces, pocketsphinx } from './pocketsphinx.ts';
import { wordOf } from './pocketsphinx-recognizer.ts';

const TEXT = 'It was the best of times it was the worst of times';

const folder = temporaryFolder();
const enginesOf = (engine: ReturnType<typeof pocketsphinx>) =>
  new Engines({
    logger: silentLogger,
    env: process.env,
    idleSeconds: () => 0,
    memoryMb: () => 4_096,
    engines: [engine],
  });
/** With all of English. */
const engines = enginesOf(pocketsphinx());
/** In the whole check, with the words of the tests alone (`scripts/small-language.ts`): for what does not depend on how well it understands. */
const quickEngines = enginesOf(pocketsphinx(pocketSphinxPlaces(process.env.QUOTH_TEST_POCKETSPHINX_MODEL)));
after(() => Promise.all([engines.close(), quickEngines.close()]));

const request = (spoolPath: string, durationSeconds = 3) => ({
  model: 'pocketsphinx-en-us',
  language: 'en',
  spoolPath,
  vocabulary: [],
  durationSeconds,
});
const calm = () => new AbortController().signal;
const recognize = (samples: Int16Array, by = engines) =>
  by.recognize(request(spool(samples), samples.length / 16_000), { signal: calm() });
const recognizeQuickly = (samples: Int16Array) => recognize(samples, quickEngines);

test('speech becomes words with times and confidences, and the model stays warm', async () => {
  const samples = speech();
  const first = await recognize(samples);
  assert.equal(first.text, TEXT);
  assert(first.loadMs > 0);
  const second = await recognize(samples);
  assert.equal(second.loadMs, 0);
  assert.deepEqual(second.words, first.words, 'the second time is as the first');
  assert.deepEqual(first.words.map((word) => word.word).join(' '), TEXT);
  let last = 0;
  for (const { word, start, end, confidence } of first.words) {
    assert(start >= last - 0.011 && end > start && end <= samples.length / 16_000, `${word} ${start} ${end}`);
    assert(confidence !== undefined && confidence >= 0 && confidence <= 1);
    last = end;
  }
  assert.equal(first.segments.map((segment) => segment.text).join(' '), TEXT);
});

test('times count from the start of the file, pauses included', async () => {
  const lead = new Int16Array(5 * 16_000);
  const { words, segments } = await recognizeQuickly(
    Int16Array.from([...lead, ...speech(), ...lead, ...speech()]),
  );
  assert((words[0]?.start ?? 0) > 5);
  assert.equal(segments.length, 2);
  assert((segments[1]?.start ?? 0) > 13);
});

test('sentences begin with a capital, and "I" is one, though the dictionary has neither', async () => {
  const { text, words, segments } = await recognizeQuickly(concatenated([speech(), pause(2), speech()]));
  assert.equal(text, `${TEXT} ${TEXT}`);
  assert.equal(words[0]?.word, 'It');
  assert(segments.every((segment) => segment.text === TEXT));
  assert.deepEqual(['i', "i'd", 'i(2)', 'the(2)', 'is'].map(wordOf), ['I', "I'd", 'I', 'the', 'is']);
});

test('quiet speech is recognised; silence and noise give NO_SPEECH, never invented text', async () => {
  assert.match((await recognize(changed(speech(), (sample) => sample * 0.01))).text, /best of times/);
  const noise = seededNoise(3);
  const melody = (index: number, time: number) => {
    const hertz = [262, 330, 392, 523, 440, 349][Math.floor(time * 4) % 6] ?? 262;
    return 5_000 * Math.sin(2 * Math.PI * hertz * time) * Math.exp(-(index % 4_000) / 3_000);
  };
  const sounds = { silence: () => 0, noise: () => noise() * 5_000, melody };
  for (const [name, sample] of Object.entries(sounds)) {
    await assert.rejects(
      recognize(sound(4, sample)),
      (error: unknown) => error instanceof AppError && error.code === 'NO_SPEECH',
      name,
    );
  }
});

/** The words with their confidences, from a host with options beside ours. */
async function heardWith(settings: Readonly<Record<string, string>>, samples: Int16Array) {
  const engine = pocketsphinx();
  const config = () => ({ ...(engine.recognizer()?.config as object), settings });
  const own = enginesOf({
    ...engine,
    recognizer: () => {
      const recognizer = engine.recognizer();
      return recognizer && { ...recognizer, config: config() };
    },
  });
  try {
    const job = request(spool(samples), samples.length / 16_000);
    return (await own.recognize(job, { signal: calm() })).words;
  } finally {
    await own.close();
  }
}

test('the decoder runs with the settings that the sweep chose, not with those of the library', async () => {
  // Hard to understand, so that it matters how many states and word ends are looked at.
  const noise = seededNoise(5);
  const samples = changed(speech(), (sample) => sample + noise() * 300);
  const { words } = await recognize(samples);
  assert.deepEqual(words, await heardWith({ '-maxhmmpf': '3000', '-maxwpf': '5' }, samples));
  assert.notDeepEqual(words, await heardWith({ '-maxhmmpf': '30000', '-maxwpf': '-1' }, samples));
});

test('a host killed in the middle of a job: one clear error, and the next job works', async () => {
  await recognizeQuickly(speech());
  const long = Int16Array.from(Array.from({ length: 7 }, () => [...speech()]).flat());
  const stop = new AbortController();
  const job = quickEngines.recognize(request(spool(long), 21), {
    signal: stop.signal,
    onPartial: () => {
      const pid = quickEngines.status()[0]?.pid ?? 0;
      assert(pid > 1);
      process.kill(pid, 'SIGKILL');
    },
  });
  await assert.rejects(job, /PocketSphinx exited unexpectedly \(SIGKILL\)/);
  assert.equal((await recognizeQuickly(speech())).text, TEXT);
});

test('the doctor says what is missing and the command that fixes it', () => {
  const engine = pocketsphinx({ libraryFolders: [folder], modelFolders: [folder] });
  engine.look();
  const [finding] = engine.findings();
  assert.equal(finding?.status, 'missing');
  assert.match(finding?.fix ?? '', /^sudo apt-get install -y libpocketsphinx3 pocketsphinx-en-us$/);
  assert.equal(engine.models()[0]?.installed, false);
  assert.equal(engine.recognizer(), undefined);
});
