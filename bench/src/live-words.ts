import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { VOICE_FRAME, VoiceDetector } from '@quoth/audio';
import type { Client } from '@quoth/client';
import { comparableWords, wordErrors } from '@quoth/text';
import { ProcessFamily } from './desktop/process-family.ts';
import { type MeasuredApplication, startApplication } from './measured-process.ts';
import { median, quantile, type Result } from './result.ts';

const root = join(import.meta.dirname, '..', '..');
const shared = join(root, '..', 'shared');
const samples = join(root, 'apps', 'cli', 'samples');
const PER_SECOND = 16_000;
const ROUNDS = 3;
const MODELS = [
  { file: 'moonshine-tiny-q8_0.gguf', name: 'Moonshine Tiny', isWatched: true, mostMs: 300, mostMb: 420 },
  { file: 'whisper-base-q8_0.gguf', name: 'Whisper Base alone', isWatched: false, mostMs: 900, mostMb: 480 },
  {
    file: 'whisper-base-q8_0.gguf',
    name: 'Whisper Base, Moonshine shows the words',
    isWatched: true,
    mostMs: 900,
    mostMb: 600,
  },
] as const;

/**
 * What a person sees who speaks, and when: English read by people (those of the shared folder where it lies, else the
 * samples of the project), sent at the speed of speech, while a window listens to the events, and once without.
 */
export async function benchLiveWords(): Promise<Result[]> {
  const measured = [];
  for (const model of MODELS) measured.push(await withModel(model));
  const [, alone, shown] = measured;
  const preview = (shown?.cores ?? Number.NaN) - (alone?.cores ?? 0);
  return [
    ...measured.flatMap(({ results }) => results),
    {
      what: 'Moonshine shows the words of Whisper Base: processor time beyond what Whisper Base alone takes',
      measured: `${preview.toFixed(2)} cores`,
      target: 'at most 0.5 cores',
      met: preview <= 0.5,
    },
    ...(await threeInTurn()),
  ];
}

/** Memory after each of three models was used, one after the other: one that is not in use gives its memory back. */
async function threeInTurn(): Promise<Result[]> {
  const third = join(shared, 'models', 'whisper-base-q5_0.gguf');
  if (!existsSync(third)) return [];
  const application = await startApplication();
  try {
    const client = await application.controlSocket();
    const ids: string[] = [];
    for (const { file } of MODELS.slice(0, 2)) ids.push(await installed(client, file));
    ids.push((await client.importModel({ body: { path: third } })).model.id);
    const mbs: number[] = [];
    for (const id of ids) {
      await asFile(application, id, speech(10));
      mbs.push(application.wholeMemoryMb());
    }
    return [
      {
        what: 'Moonshine Tiny, Whisper Base and a third model of 57 MB in turn: memory of all processes (Pss) after each',
        measured: `${mbs.map((mb) => mb.toFixed(0)).join(', ')} MB`,
        target: 'at most 650 MB',
        met: Math.max(...mbs) <= 650,
      },
    ];
  } finally {
    await application.end();
  }
}

/** What was measured with one model, and the cores that were busy on average. */
async function withModel({
  file,
  name,
  isWatched,
  mostMs,
  mostMb,
}: (typeof MODELS)[number]): Promise<{ readonly results: readonly Result[]; readonly cores: number }> {
  const application = await startApplication();
  try {
    const client = await application.controlSocket();
    const id = await installed(client, file);
    const idleMb = application.wholeMemoryMb();
    const speak = (sound: Int16Array) => spoken(application, client, id, { sound, isWatched });
    await speak(speech(3));
    const results: Result[] = [];
    const all: LiveRun[] = [];
    let peakMb = 0;
    for (const seconds of [3, 10, 25]) {
      const sound = speech(seconds);
      const runs: LiveRun[] = [];
      for (let round = 0; round < ROUNDS; round++) runs.push(await speak(sound));
      all.push(...runs);
      peakMb = Math.max(peakMb, ...runs.map((run) => run.mb));
      const [after, whole] = [median(runs.map((run) => run.afterMs)), await asFile(application, id, sound)];
      const words = comparableWords(whole);
      const differing = Math.max(
        ...runs.map(({ text }) => wordErrors(words, comparableWords(text)).errors / words.length),
      );
      results.push({
        what: `${name}: from the last word of ${seconds} s to the text, ${ROUNDS} times`,
        measured: `p50 ${after.toFixed(0)} ms; ${(differing * 100).toFixed(1)} % of its words differ from those of the file`,
        target: `p50 at most ${mostMs} ms, 2 % of words`,
        met: after <= mostMs && differing <= 0.02,
      });
    }
    const first = median(all.map((run) => run.firstMs));
    const stable = median(all.map((run) => run.stableMs));
    const gaps = all.flatMap((run) => run.gapsMs);
    const cores = median(all.filter(({ seconds }) => seconds > 8).map((run) => run.cores));
    const seen = [
      {
        what: `${name}: first words after the first sound; first stable words`,
        measured: `p50 ${first.toFixed(0)} ms; ${stable.toFixed(0)} ms`,
        target: 'at most 1,200 ms',
        met: first <= 1_200,
      },
      {
        what: `${name}: from new words to the next new words while somebody speaks`,
        measured: `p50 ${median(gaps).toFixed(0)} ms, p95 ${quantile(gaps, 0.95).toFixed(0)} ms`,
        target: 'p50 at most 600 ms',
        met: median(gaps) <= 600,
      },
    ];
    const taken = {
      what: `${name}: processor time of all processes meanwhile; memory of all processes (Pss)`,
      measured: `${cores.toFixed(2)} cores; ${idleMb.toFixed(0)} MB idle, ${peakMb.toFixed(0)} MB`,
      target: `at most ${mostMb} MB`,
      met: peakMb <= mostMb,
    };
    return { results: [...results, ...(isWatched ? seen : []), taken], cores };
  } finally {
    await application.end();
  }
}

/** The model that is part of the product, or the same file imported. */
async function installed(client: Client, file: string): Promise<string> {
  const { models } = await client.listModels();
  const slug = file.replace(/-q8_0\.gguf$/, '');
  const known = models.find((model) => model.id === `${slug}-included`);
  if (known) return known.id;
  const path = join(root, 'packages', 'ear', 'models', file);
  return (await client.importModel({ body: { path } })).model.id;
}

/** So much English speech, from its first word to the end of one of its last. */
function speech(seconds: number): Int16Array {
  const people = join(shared, 'real-speech');
  const files = existsSync(people)
    ? [join(shared, 'audio', 'jfk.wav'), join(people, 'test.wav'), join(people, 'diarization_test.wav')]
    : readdirSync(samples)
        .filter((name) => name.endsWith('.wav'))
        .map((name) => join(samples, name));
  const parts: Buffer[] = [];
  let bytes = 0;
  for (let at = 0; bytes < seconds * PER_SECOND * 2; at++) {
    const part = readFileSync(files[at % files.length] ?? '').subarray(44);
    parts.push(part);
    bytes += part.length;
  }
  const all = Buffer.concat(parts);
  const sound = new Int16Array(all.buffer.slice(all.byteOffset, all.byteOffset + seconds * PER_SECOND * 2));
  const voiced = voicedFrames(sound);
  return sound.slice(voiced.indexOf(true) * VOICE_FRAME, (voiced.lastIndexOf(true) + 1) * VOICE_FRAME);
}

function voicedFrames(sound: Int16Array): boolean[] {
  return new VoiceDetector().push(sound).map(({ isVoiced }) => isVoiced);
}

/** How long somebody speaks between two moments of a recording. */
function spokenMs(voiced: readonly boolean[], from: number, to: number): number {
  const frameMs = (VOICE_FRAME / PER_SECOND) * 1000;
  const within = voiced.slice(Math.floor(from / frameMs), Math.ceil(to / frameMs));
  return within.filter(Boolean).length * frameMs;
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

async function spoken(
  application: MeasuredApplication,
  client: Client,
  model: string,
  { sound, isWatched }: { readonly sound: Int16Array; readonly isWatched: boolean },
): Promise<LiveRun> {
  const family = new ProcessFamily(application.pid);
  const listening = new AbortController();
  const shown: { readonly at: number; readonly text: string; readonly stable: number }[] = [];
  const events = (async () => {
    if (!isWatched) return;
    const types = 'transcript-partial';
    for await (const event of client.streamEvents({ query: { types }, signal: listening.signal })) {
      if (event.type !== 'transcript-partial') continue;
      shown.push({ at: performance.now(), text: event.text, stable: event.stableCharacters ?? 0 });
    }
  })().catch(() => undefined);
  const voiced = voicedFrames(sound);
  await sleep(300);
  const [begunAt, cpu] = [performance.now(), family.cpuSeconds()];
  let endedAt = 0;
  let cpuEnd = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const block = PER_SECOND / 20;
    for (let at = 0; at < sound.length; at += block) {
      const part = sound.slice(at, at + block);
      // What is heard at a moment has been said by then.
      const saidAt = begunAt + ((at + part.length) / PER_SECOND) * 1000;
      await sleep(Math.max(0, saidAt - performance.now()));
      yield new Uint8Array(part.buffer);
    }
    endedAt = performance.now();
    cpuEnd = family.cpuSeconds();
  }
  const response = await fetch(`${application.baseUrl}/transcribe?model=${model}&language=en&save=true`, {
    method: 'POST',
    headers: { ...application.headers, 'content-type': 'audio/pcm;rate=16000' },
    body: ReadableStream.from(bytes()),
    duplex: 'half',
  } as RequestInit);
  const answer = (await response.json()) as { readonly text: string; readonly error?: unknown };
  if (answer.text === undefined) throw new Error(JSON.stringify(answer));
  const afterMs = performance.now() - endedAt;
  const mb = application.wholeMemoryMb();
  listening.abort();
  await events;
  const during = shown.filter(({ at }) => at <= endedAt);
  return {
    seconds: sound.length / PER_SECOND,
    firstMs: (during.find(({ text }) => text !== '')?.at ?? endedAt + afterMs) - begunAt,
    stableMs: (during.find(({ stable }) => stable > 0)?.at ?? endedAt + afterMs) - begunAt,
    gapsMs: during
      .slice(1)
      .map(({ at }, index) => spokenMs(voiced, (during[index]?.at ?? at) - begunAt, at - begunAt))
      .filter((gap) => gap > 0),
    afterMs,
    cores: ((cpuEnd - cpu) * 1000) / (endedAt - begunAt),
    mb,
    text: answer.text,
  };
}

async function asFile(application: MeasuredApplication, model: string, sound: Int16Array): Promise<string> {
  const response = await fetch(`${application.baseUrl}/transcribe?model=${model}&language=en`, {
    method: 'POST',
    headers: { ...application.headers, 'content-type': 'audio/pcm;rate=16000' },
    body: new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength),
  } as RequestInit);
  return ((await response.json()) as { readonly text: string }).text;
}
