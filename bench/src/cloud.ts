import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MeasuredApplication } from './measured-process.ts';
import { median, type Result } from './result.ts';
import { type StandIn, timed, withStandIn } from './stand-in.ts';

const root = join(import.meta.dirname, '..', '..');
const TEXT = 'please send the email to anna tomorrow morning';
const wav = readFileSync(join(root, 'packages/audio/src/fixtures/sentences/02-please-send-the-email.wav'));
const ROUNDS = 80;
const AT_ONCE = 50;
/** What the stand-in takes for each of the requests that come at once. */
const WORK_MS = 1_000;

/** What the application adds to a transcription by a vendor, and whether requests wait for each other. */
export async function benchCloud(): Promise<Result[]> {
  return [await added(), await atOnce()];
}

/** Through the application and directly, one after the other in turns, so that both meet the same machine. */
async function added(): Promise<Result> {
  return withStandIn({ text: TEXT, milliseconds: 0 }, async (application, standIn) => {
    const ours: number[] = [];
    const direct: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // The first ones warm both sides.
      const [one, other] = [await timed(() => transcribe(application)), await timed(() => ask(standIn))];
      if (round < 10) continue;
      ours.push(one);
      direct.push(other);
    }
    const difference = median(ours) - median(direct);
    return {
      what: `transcription by a cloud vendor, ${ROUNDS - 10} of 3.6 s: added to the same request made directly, p50`,
      measured: `${difference.toFixed(1)} ms (${median(ours).toFixed(1)} against ${median(direct).toFixed(1)})`,
      target: 'at most 15 ms',
      met: difference <= 15,
    };
  });
}

async function atOnce(): Promise<Result> {
  return withStandIn({ text: TEXT, milliseconds: WORK_MS }, async (application) => {
    await transcribe(application);
    const whole = await timed(() =>
      Promise.all(Array.from({ length: AT_ONCE }, () => transcribe(application))),
    );
    return {
      what: `${AT_ONCE} transcriptions by a cloud vendor at once, each ${WORK_MS / 1_000} s of the vendor's time: until the last is done`,
      measured: `${(whole / 1_000).toFixed(1)} s`,
      target: 'at most 3 s: none waits for another',
      met: whole <= 3 * WORK_MS,
    };
  });
}

/** Asks again where too many uploads are under way (429, before anything is done), as a client would. */
async function transcribe({ baseUrl, headers }: MeasuredApplication): Promise<void> {
  for (;;) {
    const response = await fetch(`${baseUrl}/transcribe?engine=groq`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'audio/wav' },
      body: wav,
    });
    if (response.status !== 429) return checked(response);
    await response.body?.cancel();
    await sleep(20);
  }
}

/** What the application sends, without the application. */
async function ask({ origin, keys }: StandIn): Promise<void> {
  const form = new FormData();
  form.append('model', 'whisper-large-v3-turbo');
  form.append('response_format', 'json');
  form.append('file', new Blob([wav], { type: 'audio/wav' }), 'audio.wav');
  const response = await fetch(`${origin}/groq/openai/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.groq}` },
    body: form,
  });
  await checked(response);
}

async function checked(response: Response): Promise<void> {
  const { text, error } = (await response.json()) as { text?: string; error?: { message: string } };
  if (text?.toLowerCase().replace(/[^a-z ]/g, '') !== TEXT)
    throw new Error(error?.message ?? text ?? 'no text');
}
