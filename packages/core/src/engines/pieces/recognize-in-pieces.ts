import { AppError } from '../../base/index.ts';
import type { EngineResult, SampleRange } from '../engine.ts';
import type { RecognitionHooks } from '../engine-process.ts';
import type { RecognizedSpeech } from '../protocol.ts';
import { joinTexts, mergePieces, nothingSaid } from './merge-pieces.ts';

export interface PiecewiseWork {
  readonly pieces: AsyncIterable<SampleRange>;
  /** Samples in all pieces. */
  readonly totalSamples: number;
  readonly hooks: RecognitionHooks;
  /** Recognises one piece; waits for a host by itself. */
  readonly recognize: (range: SampleRange, hooks: RecognitionHooks) => Promise<EngineResult>;
  /** So many pieces are asked for ahead of those that are done. */
  readonly ahead: number;
}

/**
 * Recognises a long recording piece by piece, side by side where there are hosts for it. Silence in some pieces is no failure;
 * silence in all of them is. The first failure stops the others. Partial text is that of the pieces done from the start on, which is
 * settled, and what is heard so far of the piece after them.
 */
export async function recognizeInPieces(work: PiecewiseWork): Promise<EngineResult> {
  const startedAt = performance.now();
  const failed = new AbortController();
  const signal = AbortSignal.any([work.hooks.signal, failed.signal]);
  const results: (RecognizedSpeech | undefined)[] = [];
  let loadMs = 0;
  const silences: AppError[] = [];
  const shares = new Map<number, number>();
  const running = new Set<Promise<void>>();
  const partials = new Map<number, { readonly text: string; readonly settled: number }>();
  let settled = 0;
  let settledText = '';
  let told = '';

  const tellProgress = () => {
    const done = [...shares.values()].reduce((sum, samples) => sum + samples, 0);
    work.hooks.onProgress?.(Math.min(1, done / work.totalSamples));
  };
  const tellText = () => {
    for (let next = results[settled]; next; next = results[++settled]) {
      settledText = joinTexts([settledText, next.text]);
      partials.delete(settled);
    }
    const next = partials.get(settled) ?? { text: '', settled: 0 };
    const text = joinTexts([settledText, next.text]);
    if (text === told) return;
    told = text;
    work.hooks.onPartial?.(text, joinTexts([settledText, next.text.slice(0, next.settled)]).length);
  };
  const one = async (index: number, range: SampleRange) => {
    const length = range.end - range.start;
    const onProgress = (share: number) => {
      shares.set(index, share * length);
      tellProgress();
    };
    try {
      const onPartial = (text: string, settledCharacters = 0) => {
        partials.set(index, { text, settled: settledCharacters });
        if (index === settled) tellText();
      };
      const result = await work.recognize(range, { signal, onProgress, onPartial });
      results[index] = result;
      loadMs = Math.max(loadMs, result.loadMs);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NO_SPEECH') throw error;
      silences.push(error);
      results[index] = nothingSaid;
    }
    onProgress(1);
    tellText();
  };

  let index = 0;
  let firstError: { error: unknown } | undefined;
  const fail = (error: unknown) => {
    firstError ??= { error };
    failed.abort(error);
  };
  try {
    for await (const range of work.pieces) {
      if (signal.aborted) break;
      const piece = one(index++, range)
        .catch(fail)
        .finally(() => running.delete(piece));
      running.add(piece);
      if (running.size >= work.ahead) await Promise.race(running);
    }
  } catch (error) {
    fail(error);
  }
  await Promise.all(running);
  if (firstError) throw firstError.error;
  work.hooks.signal.throwIfAborted();
  const [silence] = silences;
  if (silence && silences.length === results.length) throw silence;
  const whole = mergePieces(results.map((result) => result ?? nothingSaid));
  return { ...whole, loadMs, decodeMs: Math.max(0, performance.now() - startedAt - loadMs) };
}
