import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MeasuredProcess, startApplication } from './measured-process.ts';
import { median, type Result } from './result.ts';

const ROUNDS = 5;
const SECONDS = 60;
const BYTES_A_SECOND = 32_000;
const HEADER_BYTES = 44;
const samples = join(import.meta.dirname, '..', '..', 'apps', 'cli', 'samples');

/** How soon a streamed transcription of a minute gives its first text, as a share of the time that the whole takes. */
export async function benchFirstDelta(): Promise<Result[]> {
  const application = await startApplication();
  try {
    const results: Result[] = [];
    for (const [name, pause] of [
      ['sentences with a second between them', 1],
      ['speech without a pause', 0],
    ] as const) {
      const audio = aMinute(pause);
      await streamed(application, audio);
      const rounds: { firstMs: number; wholeMs: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await streamed(application, audio));
      const share = median(rounds.map(({ firstMs, wholeMs }) => firstMs / wholeMs));
      const first = median(rounds.map(({ firstMs }) => firstMs));
      const whole = median(rounds.map(({ wholeMs }) => wholeMs));
      results.push({
        what: `first streamed text of ${SECONDS} s (${name}), as a share of the whole time`,
        measured: `${(share * 100).toFixed(0)} % (${first.toFixed(0)} ms of ${whole.toFixed(0)} ms)`,
        target: 'under 35 %',
        met: share < 0.35,
      });
    }
    return results;
  } finally {
    await application.end();
  }
}

/** A minute of wav, 16-bit mono at 16 kHz as the samples are. */
function aMinute(pauseSeconds: number): Buffer<ArrayBuffer> {
  const files = ['best-of-times', 'weather', 'go-forward'].map((name) =>
    readFileSync(join(samples, `${name}.wav`)),
  );
  const parts: Buffer[] = [];
  let bytes = 0;
  for (let index = 0; bytes < SECONDS * BYTES_A_SECOND; index++) {
    const speech = files[index % files.length]?.subarray(HEADER_BYTES) ?? Buffer.alloc(0);
    const pause = Buffer.alloc(pauseSeconds * BYTES_A_SECOND);
    parts.push(speech, pause);
    bytes += speech.length + pause.length;
  }
  const header = Buffer.from(files[0]?.subarray(0, HEADER_BYTES) ?? []);
  header.writeUInt32LE(SECONDS * BYTES_A_SECOND, HEADER_BYTES - 4);
  return Buffer.concat([header, ...parts], HEADER_BYTES + SECONDS * BYTES_A_SECOND);
}

async function streamed(
  { baseUrl, headers }: MeasuredProcess,
  audio: Buffer<ArrayBuffer>,
): Promise<{ firstMs: number; wholeMs: number }> {
  const form = new FormData();
  form.set('model', 'default');
  form.set('stream', 'true');
  form.set('file', new Blob([audio]), 'minute.wav');
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}/v1/audio/transcriptions`, { method: 'POST', headers, body: form });
  let firstMs: number | undefined;
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('transcript.text.delta')) firstMs ??= performance.now() - startedAt;
  }
  if (firstMs === undefined || !text.includes('transcript.text.done')) throw new Error(text);
  return { firstMs, wholeMs: performance.now() - startedAt };
}
