import { RecognitionError, type Session } from '../host/recognizer.ts';
import { joinTexts, LONGEST_PIECE, laterBy, mergePieces } from '../pieces/index.ts';
import type { RecognizedSpeech } from '../protocol.ts';
import { SAMPLE_RATE } from '../speech/index.ts';
import type { ModelRunner } from './model-runner.ts';

/** How much is read at a time while audio arrives. */
const BLOCK_SAMPLES = SAMPLE_RATE / 2;
/** Text is brought up to date when so much new audio has come, or twice what the last time took: a slow model must not fall behind. */
const FRESH_SAMPLES = 1.5 * SAMPLE_RATE;
/** Where a piece that has become too long is cut: in its last part. */
const CUT_FROM = 16 * SAMPLE_RATE;

/**
 * Live text from a model that hears whole pieces only: what has come since the last cut is heard again and again, and settles when it
 * is as long as a piece may be.
 */
export async function recognizeLive(runner: ModelRunner, session: Session): Promise<RecognizedSpeech> {
  const { spool, request, signal } = session;
  const settled: RecognizedSpeech[] = [];
  let open = new Int16Array(0);
  let openStart = 0;
  let heardUpTo = 0;
  let wait = FRESH_SAMPLES;

  const hear = async (samples: Int16Array): Promise<RecognizedSpeech | undefined> => {
    try {
      const speech = await runner.recognize(samples, request, signal);
      return laterBy(openStart / SAMPLE_RATE, speech);
    } catch (error) {
      if (error instanceof RecognitionError && error.code === 'NO_SPEECH') return undefined;
      throw error;
    }
  };
  const tell = (tentative: RecognizedSpeech | undefined) =>
    session.partial(joinTexts([...settled, ...(tentative ? [tentative] : [])].map(({ text }) => text)));
  const settle = async (end: number) => {
    const speech = await hear(open.subarray(0, end));
    if (speech) settled.push(speech);
    open = open.slice(end);
    openStart += end;
    heardUpTo = 0;
  };

  for (;;) {
    const block = await spool.next(BLOCK_SAMPLES, signal);
    if (!block) break;
    open = appended(open, block);
    if (open.length >= LONGEST_PIECE) {
      await settle(runner.cut(open, CUT_FROM));
      tell(undefined);
    } else if (spool.growing && open.length - heardUpTo >= wait) {
      const startedAt = performance.now();
      tell(await hear(open));
      heardUpTo = open.length;
      wait = Math.max(FRESH_SAMPLES, ((performance.now() - startedAt) / 1000) * 2 * SAMPLE_RATE);
    }
  }
  await settle(open.length);
  if (settled.length === 0) throw runner.noSpeech();
  const whole = mergePieces(settled);
  session.partial(whole.text);
  return whole;
}

function appended(before: Int16Array, block: Int16Array): Int16Array<ArrayBuffer> {
  const longer = new Int16Array(before.length + block.length);
  longer.set(before);
  longer.set(block, before.length);
  return longer;
}
