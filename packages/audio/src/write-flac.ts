import { open } from 'node:fs/promises';
import { registerFlacEncoder } from '@mediabunny/flac-encoder';
import { AudioSample, AudioSampleSource, FlacOutputFormat, Output, StreamTarget } from 'mediabunny';
import { BYTES_PER_SAMPLE, SAMPLE_RATE } from './spool.ts';
import { writeAll } from './wav.ts';

/** Samples passed to the encoder at a time: five seconds. */
const BLOCK_BYTES = 5 * SAMPLE_RATE * BYTES_PER_SAMPLE;

let registered = false;

/**
 * Encodes raw samples (signed 16-bit little-endian, 16 kHz, mono) as FLAC into a new file with mode 600, without any
 * program installed on the machine. libFLAC, as WebAssembly, runs in a thread of its own. Throws the signal's reason;
 * the caller then deletes what was written.
 */
export async function writeFlac(
  samples: AsyncIterable<Uint8Array>,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  if (!registered) registerFlacEncoder();
  registered = true;
  const file = await open(path, 'wx', 0o600);
  try {
    const target = new StreamTarget(
      new WritableStream({
        async write({ data, position }) {
          await writeAll(file, data, position);
        },
      }),
    );
    const output = new Output({ format: new FlacOutputFormat(), target });
    // FLAC has no bit rate; the field has to be there.
    const source = new AudioSampleSource({ codec: 'flac', bitrate: 256_000 });
    output.addAudioTrack(source);
    await output.start();
    try {
      await addAll(samples, source, signal);
      await output.finalize();
    } catch (error) {
      await output.cancel();
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function addAll(
  samples: AsyncIterable<Uint8Array>,
  source: AudioSampleSource,
  signal: AbortSignal,
): Promise<void> {
  let written = 0;
  const add = async (data: Uint8Array) => {
    signal.throwIfAborted();
    const timestamp = written / BYTES_PER_SAMPLE / SAMPLE_RATE;
    const sample = new AudioSample({
      data,
      format: 's16',
      numberOfChannels: 1,
      sampleRate: SAMPLE_RATE,
      timestamp,
    });
    written += data.length;
    try {
      // Resolves when the encoder wants more: what waits for it stays small.
      await source.add(sample);
    } finally {
      sample.close();
    }
  };
  for await (const block of blocksOf(samples)) await add(block);
}

/** Chunks of any size as blocks of whole samples. */
async function* blocksOf(samples: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of samples) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= BLOCK_BYTES) {
      yield Uint8Array.from(rest.subarray(0, BLOCK_BYTES));
      rest = rest.subarray(BLOCK_BYTES);
    }
  }
  const whole = rest.length - (rest.length % BYTES_PER_SAMPLE);
  if (whole > 0) yield Uint8Array.from(rest.subarray(0, whole));
}
