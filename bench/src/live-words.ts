import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { VOICE_FRAME, VoiceDetector } from '@quoth/audio';
import { concatenated } from '@quoth/audio/fixtures/test-speech.ts';
import { wavSamples } from '@quoth/desktop/fixtures/best-match.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { type Application, transcribe, withApplication } from './application.ts';
import { cpuSeconds, familyMb } from './processes.ts';
import { compared, joined, recordingsOf } from './recordings.ts';
import { aim, atMost, type BenchOptions, figure, mb, median, ms, quantile, type Result } from './result.ts';
import { asSpoken, bytesOf, RATE, samples, testModel } from './speech-files.ts';

const ROUNDS = 3;
const MODELS = [
  { id: 'moonshine-tiny-included', name: 'Moonshine Tiny', isWatched: true, mostMs: 300, mostMb: 420 },
  { id: 'whisper-base-included', name: 'Whisper Base alone', isWatched: false, mostMs: 900, mostMb: 480 },
  {
    id: 'whisper-base-included',
    name: 'Whisper Base, Moonshine shows the words',
    isWatched: true,
    mostMs: 900,
    mostMb: 600,
  },
] as const;

/** So much English speech, from its first word to the end of one of its last. */
type Speech = (seconds: number) => Int16Array;

/**
 * What a person sees who speaks, and when: English read by people, sent at the speed of speech, while a window listens
 * to the events, and once without.
 */
export async function benchLiveWords({ audio }: BenchOptions): Promise<Result[]> {
  const speech = readSpeech(audio);
  const measured = [];
  for (const model of MODELS)
    measured.push(await withApplication((application) => liveWords(application, speech, model)));
  const [, alone, shown] = measured;
  const preview = (shown?.cores ?? Number.NaN) - (alone?.cores ?? 0);
  return [
    ...measured.flatMap(({ results }) => results),
    figure(
      'Moonshine shows the words of Whisper Base: processor time beyond what Whisper Base alone takes',
      `${preview.toFixed(2)} cores`,
      atMost(preview, 0.5, 'cores'),
    ),
    await threeInTurn(speech),
  ];
}

/** Memory after each of three models was used, one after the other: one that is not in use gives its memory back. */
function threeInTurn(speech: Speech): Promise<Result> {
  return withApplication(async (application) => {
    await application.client.importModel({ body: { path: testModel.path } });
    const mbs: number[] = [];
    for (const id of [MODELS[0].id, MODELS[1].id, testModel.id]) {
      await asFile(application, id, speech(10));
      mbs.push(familyMb(application.pid));
    }
    return figure(
      'Moonshine Tiny, Whisper Base and the tiny model of the tests in turn: memory of all processes (Pss) after each',
      `${mbs.map((megabytes) => megabytes.toFixed(0)).join(', ')} MB`,
      atMost(Math.max(...mbs), 650, 'MB'),
    );
  });
}

/** What was measured with one model, and the cores that were busy on average. */
async function liveWords(
  application: Application,
  speech: Speech,
  { id, name, isWatched, mostMs, mostMb }: (typeof MODELS)[number],
): Promise<{ readonly results: readonly Result[]; readonly cores: number }> {
  const idleMb = familyMb(application.pid);
  await speak(application, id, { sound: speech(3), isWatched });
  const results: Result[] = [];
  const all: LiveRun[] = [];
  for (const length of [3, 10, 25]) {
    const sound = speech(length);
    const runs: LiveRun[] = [];
    for (let round = 0; round < ROUNDS; round++)
      runs.push(await speak(application, id, { sound, isWatched }));
    all.push(...runs);
    const after = median(runs.map(({ afterMs }) => afterMs));
    const whole = await asFile(application, id, sound);
    const counts = runs.map(({ text }) => compared(whole, text, 'en'));
    const differing = 100 * Math.max(...counts.map(({ errors, words }) => errors / words));
    results.push(
      figure(
        `${name}: from the last word of ${length} s to the text, ${ROUNDS} times`,
        `p50 ${ms(after)}; ${differing.toFixed(1)} % of its words differ from those of the file`,
        aim(`p50 at most ${mostMs} ms, 2 % of words`, after <= mostMs && differing <= 2),
      ),
    );
  }
  const first = median(all.map((run) => run.firstMs));
  const stable = median(all.map((run) => run.stableMs));
  const gaps = all.flatMap((run) => run.gapsMs);
  const cores = median(all.filter(({ seconds }) => seconds > 8).map((run) => run.cores));
  const peakMb = Math.max(...all.map((run) => run.mb));
  const seen = [
    figure(
      `${name}: first words after the first sound; first stable words`,
      `p50 ${ms(first)}; ${ms(stable)}`,
      atMost(first, 1_200, 'ms'),
    ),
    figure(
      `${name}: from new words to the next new words while somebody speaks`,
      `p50 ${ms(median(gaps))}, p95 ${ms(quantile(gaps, 0.95))}`,
      aim('p50 at most 600 ms', median(gaps) <= 600),
    ),
  ];
  const taken = figure(
    `${name}: processor time of all processes meanwhile; memory of all processes (Pss)`,
    `${cores.toFixed(2)} cores; ${mb(idleMb)} idle, ${mb(peakMb)}`,
    atMost(peakMb, mostMb, 'MB'),
  );
  return { results: [...results, ...(isWatched ? seen : []), taken], cores };
}

/** One's own recordings where there are some, else all that come with the project, again and again. */
function readSpeech(audio: string | undefined): Speech {
  const own = recordingsOf(audio).filter(({ language }) => language === 'en');
  const project = globSync('*.wav', { cwd: samples }).map((name) => ({ path: join(samples, name) }));
  const path = joined(own.length > 1 ? own : project, 0, join(temporaryFolder(), 'speech.wav'));
  const round = wavSamples(readFileSync(path));
  return (seconds) => {
    const rounds = Array.from({ length: Math.ceil((seconds * RATE) / round.length) }, () => round);
    const sound = concatenated(rounds).subarray(0, seconds * RATE);
    const voiced = voicedFrames(sound);
    return sound.slice(voiced.indexOf(true) * VOICE_FRAME, (voiced.lastIndexOf(true) + 1) * VOICE_FRAME);
  };
}

function voicedFrames(sound: Int16Array): boolean[] {
  return new VoiceDetector().push(sound).map(({ isVoiced }) => isVoiced);
}

/** How long somebody speaks between two moments of a recording. */
function spokenMs(voiced: readonly boolean[], from: number, to: number): number {
  const frameMs = (VOICE_FRAME / RATE) * 1000;
  return voiced.slice(Math.floor(from / frameMs), Math.ceil(to / frameMs)).filter(Boolean).length * frameMs;
}

/** How one recording went. */
interface LiveRun {
  readonly seconds: number;
  readonly firstMs: number;
  readonly stableMs: number;
  readonly gapsMs: readonly number[];
  readonly afterMs: number;
  readonly cores: number;
  readonly mb: number;
  readonly text: string;
}

async function speak(
  application: Application,
  model: string,
  { sound, isWatched }: { readonly sound: Int16Array; readonly isWatched: boolean },
): Promise<LiveRun> {
  const { client, pid } = application;
  const listening = new AbortController();
  const shown: { readonly at: number; readonly text: string; readonly stable: number }[] = [];
  const events = (async () => {
    if (!isWatched) return;
    const types = 'transcript-partial';
    for await (const event of client.streamEvents({ query: { types }, signal: listening.signal }))
      if (event.type === 'transcript-partial')
        shown.push({ at: performance.now(), text: event.text, stable: event.stableCharacters ?? 0 });
  })().catch(() => undefined);
  const voiced = voicedFrames(sound);
  await sleep(300);
  const [begunAt, cpu] = [performance.now(), cpuSeconds(pid)];
  let [endedAt, cpuEnd] = [0, 0];
  async function* bytes(): AsyncGenerator<Buffer> {
    yield* asSpoken(sound, 50);
    [endedAt, cpuEnd] = [performance.now(), cpuSeconds(pid)];
  }
  const query = `model=${model}&language=en&save=true`;
  const { text } = await transcribe(application, bytes(), { query, type: 'audio/pcm;rate=16000' });
  const afterMs = performance.now() - endedAt;
  const mb = familyMb(pid);
  listening.abort();
  await events;
  const during = shown.filter(({ at }) => at <= endedAt);
  const since = (one: { readonly at: number } | undefined) => (one?.at ?? endedAt + afterMs) - begunAt;
  return {
    seconds: sound.length / RATE,
    firstMs: since(during.find((one) => one.text !== '')),
    stableMs: since(during.find(({ stable }) => stable > 0)),
    gapsMs: during
      .slice(1)
      .map(({ at }, index) => spokenMs(voiced, (during[index]?.at ?? at) - begunAt, at - begunAt))
      .filter((gap) => gap > 0),
    cores: ((cpuEnd - cpu) * 1000) / (endedAt - begunAt),
    afterMs,
    mb,
    text,
  };
}

async function asFile(application: Application, model: string, sound: Int16Array): Promise<string> {
  const query = `model=${model}&language=en`;
  return (await transcribe(application, bytesOf(sound), { query, type: 'audio/pcm;rate=16000' })).text;
}
