import { readFileSync } from 'node:fs';
import { TranscribeModel } from 'transcribe-cpp';

// The engine called by itself, for comparison: no server, no queue, no speech detector. Answers `{wav, threads,
// language}` with `{text, runMs, totalMs}`. What is longer than 28 s is cut every 28 s: in one run the memory grows
// with the square of the length.
const CHUNK_SAMPLES = 28 * 16_000;
const WAV_HEADER_BYTES = 44;

const [, , modelPath = ''] = process.argv;
const model = await TranscribeModel.load(modelPath, { backend: 'cpu' });

interface Job {
  readonly wav: string;
  readonly threads: number;
  readonly language?: string;
}

process.on('message', (job: Job) => void answer(job));
process.send?.('ready');

async function answer({ wav, threads, language }: Job): Promise<void> {
  const startedAt = performance.now();
  const bytes = readFileSync(wav);
  const samples = new Int16Array(
    bytes.buffer.slice(bytes.byteOffset + WAV_HEADER_BYTES, bytes.byteOffset + bytes.length),
  );
  const session = model.createSession({ nThreads: threads });
  const texts: string[] = [];
  let runMs = 0;
  for (let at = 0; at < samples.length; at += CHUNK_SAMPLES) {
    const chunk = samples.subarray(at, at + CHUNK_SAMPLES);
    const floats = new Float32Array(chunk.length);
    for (let index = 0; index < chunk.length; index++) floats[index] = (chunk[index] ?? 0) / 32_768;
    const begunAt = performance.now();
    // Not every model knows when each word was said.
    const options = language === undefined ? { timestamps: 'word' as const } : { language };
    texts.push((await session.run(floats, options)).text.trim());
    runMs += performance.now() - begunAt;
  }
  session.dispose();
  process.send?.({ text: texts.join(' '), runMs, totalMs: performance.now() - startedAt });
}
