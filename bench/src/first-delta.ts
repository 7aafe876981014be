import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concatenated, pause } from '@quoth/audio/fixtures/test-speech.ts';
import { wavSamples } from '@quoth/desktop/fixtures/best-match.ts';
import { type Application, withApplication } from './application.ts';
import { figure, median, ms, type Result, under } from './result.ts';
import { bytesOf, RATE, samples, wavHeader } from './speech-files.ts';

const ROUNDS = 5;
const SECONDS = 60;
const files = ['best-of-times', 'weather', 'go-forward'].map((name) =>
  wavSamples(readFileSync(join(samples, `${name}.wav`))),
);

/** How soon a streamed transcription of a minute gives its first text, as a share of the time that the whole takes. */
export function benchFirstDelta(): Promise<Result[]> {
  return withApplication(async (application) => {
    const results: Result[] = [];
    for (const [name, pauseSeconds] of [
      ['sentences with a second between them', 1],
      ['speech without a pause', 0],
    ] as const) {
      const audio = aMinute(pauseSeconds);
      await streamed(application, audio);
      const rounds: { firstMs: number; wholeMs: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await streamed(application, audio));
      const share = 100 * median(rounds.map(({ firstMs, wholeMs }) => firstMs / wholeMs));
      const first = median(rounds.map(({ firstMs }) => firstMs));
      const whole = median(rounds.map(({ wholeMs }) => wholeMs));
      results.push(
        figure(
          `first streamed text of ${SECONDS} s (${name}), as a share of the whole time`,
          `${share.toFixed(0)} % (${ms(first)} of ${ms(whole)})`,
          under(share, 35, '%'),
        ),
      );
    }
    return results;
  });
}

function aMinute(pauseSeconds: number): Buffer<ArrayBuffer> {
  const round = concatenated(files.flatMap((file) => [file, pause(pauseSeconds)]));
  const rounds = Array.from({ length: Math.ceil((SECONDS * RATE) / round.length) }, () => round);
  const bytes = bytesOf(concatenated(rounds).subarray(0, SECONDS * RATE));
  return Buffer.concat([wavHeader(bytes.length), bytes]);
}

async function streamed(
  { baseUrl, headers }: Application,
  audio: Buffer<ArrayBuffer>,
): Promise<{ firstMs: number; wholeMs: number }> {
  const body = new FormData();
  body.set('model', 'default');
  body.set('stream', 'true');
  body.set('file', new Blob([audio]), 'minute.wav');
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}/v1/audio/transcriptions`, { method: 'POST', headers, body });
  let firstMs: number | undefined;
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('transcript.text.delta')) firstMs ??= performance.now() - startedAt;
  }
  if (firstMs === undefined || !text.includes('transcript.text.done')) throw new Error(text);
  return { firstMs, wholeMs: performance.now() - startedAt };
}
