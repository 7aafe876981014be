import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { seededNoise, speech } from '../fixtures/sounds.ts';
import { concatenated, pause, testSamples } from '../fixtures/test-speech.ts';
import { wavBytes } from '../fixtures/wav-bytes.ts';
import { detectSpeech } from '../voice-activity.ts';
import { AudioDecoder } from './audio-decoder.ts';
import { channelOfStream, decodeStream } from './decode-stream.ts';
import { findFfmpeg } from './ffmpeg.ts';

const folder = temporaryFolder();
const decoder = new AudioDecoder({
  env: process.env,
  platform: process.platform,
  logger: { debug() {} },
  stalledMs: 60_000,
});
const ffmpeg = findFfmpeg(process.env.PATH ?? '', process.platform);

let files = 0;
/** A wav file of these channels. */
function wavOf(channels: readonly Int16Array[]): string {
  const length = Math.max(...channels.map((channel) => channel.length));
  const samples = Int16Array.from(
    { length: length * channels.length },
    (_, at) => channels[at % channels.length]?.[Math.floor(at / channels.length)] ?? 0,
  );
  const path = join(folder, `${files++}.wav`);
  writeFileSync(path, wavBytes(new Uint8Array(samples.buffer), { channels: channels.length }));
  return path;
}

/** What is decoded of a file: as wav without FFmpeg, through FFmpeg as FLAC, and through FFmpeg's pipes. */
async function decodedEachWay(channels: readonly Int16Array[]): Promise<Int16Array[]> {
  const wav = wavOf(channels);
  const ways = [{ path: wav, format: 'wav' as const }];
  if (ffmpeg === undefined) return Promise.all(ways.map(decoded));
  const path = wav.replace('.wav', '.flac');
  execFileSync(ffmpeg, ['-v', 'error', '-i', wav, path]);
  const files = [...ways, { path, format: 'flac' as const }].map(decoded);
  return Promise.all([...files, streamed(ffmpeg, path)]);
}

async function streamed(program: string, path: string): Promise<Int16Array> {
  const { signal } = new AbortController();
  const job = () => ({
    program,
    format: 'flac' as const,
    source: createReadStream(path),
    maxSeconds: 600,
    signal,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of decodeStream(job(), await channelOfStream(job()))) chunks.push(chunk);
  return samplesOf(Buffer.concat(chunks));
}

async function decoded(file: {
  readonly path: string;
  readonly format: 'wav' | 'flac';
}): Promise<Int16Array> {
  const spoolPath = join(folder, `${files++}.pcm`);
  const { signal } = new AbortController();
  await decoder.decode({ ...file, spoolPath, signal, maxSeconds: 600 });
  return samplesOf(readFileSync(spoolPath));
}

function samplesOf(bytes: Buffer): Int16Array {
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

const voice = concatenated([pause(1), speech(), pause(1)]);
const noise = (seed: number, loudness: number) => {
  const value = seededNoise(seed);
  return voice.map(() => Math.round(value() * loudness));
};
const added = (one: Int16Array, other: Int16Array) => one.map((sample, at) => sample + (other[at] ?? 0));
const seconds = (samples: Int16Array) =>
  detectSpeech(samples).reduce((sum, { start, end }) => sum + end - start, 0) / 100;

/** How alike two recordings are: 1 where they differ in loudness alone. */
function likeness(one: Int16Array, other: Int16Array): number {
  let [both, ofOne, ofOther] = [0, 0, 0];
  for (const [at, sample] of one.entries()) {
    const otherSample = other[at] ?? 0;
    both += sample * otherSample;
    ofOne += sample ** 2;
    ofOther += otherSample ** 2;
  }
  return both / Math.sqrt(ofOne * ofOther);
}

test('a voice in opposite phase on two channels is heard', async () => {
  for (const mono of await decodedEachWay([voice, voice.map((sample) => -sample)]))
    assert(Math.abs(likeness(mono, voice)) > 0.99 && seconds(mono) > 2.5, `${seconds(mono)} s`);
});

test('a voice in one of eight channels is not drowned by the noise of the others', async () => {
  const channels = Array.from({ length: 8 }, (_, index) => noise(index + 1, 6_000));
  channels[5] = added(voice, noise(9, 300));
  for (const mono of await decodedEachWay(channels))
    assert(likeness(mono, voice) > 0.99, `${likeness(mono, voice)}`);
});

test('two who speak on a channel each are both heard, and what all channels hold is mixed', async () => {
  const other = testSamples('02-please-send-the-email.wav');
  const left = concatenated([voice, pause(other.length / 16_000)]);
  const right = concatenated([pause(voice.length / 16_000), other]);
  for (const mono of await decodedEachWay([left, right]))
    assert(likeness(mono, added(left, right)) > 0.99, `${likeness(mono, added(left, right))}`);
  for (const mono of await decodedEachWay([added(voice, noise(1, 500)), added(voice, noise(2, 500))])) {
    const mix = added(added(voice, noise(1, 250)), noise(2, 250));
    assert(likeness(mono, mix) > 0.99);
  }
});

const skip = ffmpeg === undefined && 'there is no FFmpeg here';
test('of several sound tracks the default one is decoded; where it is silent, the next one, and that is reported', {
  skip,
}, async () => {
  const program = ffmpeg ?? '';
  const tracks = [pause(voice.length / 16_000), voice, testSamples('03-open-the-window.wav')].map((track) =>
    wavOf([track]),
  );
  /** A film whose default track is the one of this number. */
  const film = (main: number, inputs: readonly string[]) => {
    const path = join(folder, `${files++}.mkv`);
    const disposition = inputs.flatMap((_, at) => [`-disposition:a:${at}`, at === main ? 'default' : '0']);
    const maps = inputs.flatMap((_, at) => ['-map', String(at)]);
    execFileSync(program, [
      '-v',
      'error',
      ...inputs.flatMap((input) => ['-i', input]),
      ...maps,
      '-c:a',
      'flac',
      ...disposition,
      path,
    ]);
    return path;
  };
  const result = async (path: string) => {
    const spoolPath = join(folder, `${files++}.pcm`);
    const { signal } = new AbortController();
    const { track, durationSeconds } = await decoder.decode({
      path,
      format: 'webm',
      spoolPath,
      signal,
      maxSeconds: 60,
    });
    return { track, seconds: Math.round(durationSeconds) };
  };
  const [silent = '', spoken = '', window = ''] = tracks;
  assert.deepEqual(await result(film(1, [window, spoken])), { track: undefined, seconds: 5 });
  assert.deepEqual(await result(film(0, [silent, window])), { track: 2, seconds: 2 });
  assert.deepEqual(await result(film(2, [window, spoken, silent])), { track: 1, seconds: 2 });
  assert.deepEqual(await result(film(0, [silent, silent])), { track: undefined, seconds: 5 });
});

test('each of two channels is decoded by itself where that is asked for, and no other number has such a one', async () => {
  const channels = [voice, noise(3, 8_000)];
  const asked = (path: string, format: 'wav' | 'flac', channel: number) => {
    const spoolPath = join(folder, `${files++}.pcm`);
    const { signal } = new AbortController();
    return decoder
      .decode({ path, format, spoolPath, signal, maxSeconds: 60, channel })
      .then(() => samplesOf(readFileSync(spoolPath)));
  };
  const ways = (path: string) => {
    if (ffmpeg === undefined) return [[path, 'wav'] as const];
    const flac = path.replace('.wav', '.flac');
    execFileSync(ffmpeg, ['-v', 'error', '-i', path, flac]);
    return [[path, 'wav'] as const, [flac, 'flac'] as const];
  };
  for (const [path, format] of ways(wavOf(channels))) {
    for (const [index, channel] of channels.entries()) {
      const samples = await asked(path, format, index);
      const differs = channel.findIndex((value, at) => Math.abs(value - (samples[at] ?? 0)) > 2);
      assert.equal(differs, -1, `${format}, channel ${index}`);
    }
  }
  for (const other of [channels.slice(0, 1), [...channels, ...channels]])
    for (const [path, format] of ways(wavOf(other)))
      await assert.rejects(asked(path, format, 0), /does not have two channels/);
});
