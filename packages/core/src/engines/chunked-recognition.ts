import type { SampleRange } from '@quoth/audio';
import { AppError } from '@quoth/contract';
import { joinTexts, mergeChunks, nothingSaid, type RecognizedSpeech } from '@quoth/text';
import type { EngineResult } from './engine.ts';
import type { RecognitionHooks } from './host-process.ts';

interface ChunkedWork<Range extends SampleRange = SampleRange> {
  readonly chunks: AsyncIterable<Range>;
  /** Samples in all chunks; infinite while unknown. */
  readonly totalSamples: number;
  readonly hooks: RecognitionHooks;
  /** Recognises one chunk; waits for a host by itself. */
  readonly recognize: (range: Range, hooks: RecognitionHooks) => Promise<EngineResult>;
  /** How many chunks are requested ahead of those that are done. */
  readonly ahead: number;
}

/**
 * Recognises a long recording chunk by chunk, in parallel if there are hosts for it. Silence in some chunks is no
 * failure; silence in all of them is. The first failure stops the others. Partial text is that of the chunks done from
 * the start on, which is stable, and what is recognised so far of the chunk after them.
 */
export async function recognizeInChunks<Range extends SampleRange>(
  work: ChunkedWork<Range>,
): Promise<EngineResult> {
  const startedAt = performance.now();
  const failed = new AbortController();
  const signal = AbortSignal.any([work.hooks.signal, failed.signal]);
  const results: (RecognizedSpeech | undefined)[] = [];
  let loadMs = 0;
  const busyTimes: Interval[] = [];
  const silences: AppError[] = [];
  const shares = new Map<number, number>();
  const running = new Set<Promise<void>>();
  const partials = new Map<number, { readonly text: string; readonly stableCharacters: number }>();
  let merged = 0;
  let stablePartial = '';
  let reported = '';
  let reportedStable = 0;

  const reportProgress = () => {
    const done = [...shares.values()].reduce((sum, samples) => sum + samples, 0);
    work.hooks.onProgress?.(Math.min(1, done / work.totalSamples));
  };
  const reportText = () => {
    for (let next = results[merged]; next; next = results[++merged]) {
      stablePartial = joinTexts([stablePartial, next.text]);
      partials.delete(merged);
    }
    const next = partials.get(merged) ?? { text: '', stableCharacters: 0 };
    const text = joinTexts([stablePartial, next.text]);
    const stable = joinTexts([stablePartial, next.text.slice(0, next.stableCharacters)]).length;
    if (text === reported && stable === reportedStable) return;
    reported = text;
    reportedStable = stable;
    work.hooks.onPartial?.(text, stable);
  };
  const one = async (index: number, range: Range) => {
    const length = range.end - range.start;
    const onProgress = (share: number) => {
      shares.set(index, share * length);
      reportProgress();
    };
    const askedAt = performance.now();
    let waitMs = 0;
    try {
      const onPartial = (text: string, stableCharacters = 0) => {
        partials.set(index, { text, stableCharacters });
        if (index === merged) reportText();
      };
      const result = await work.recognize(range, { signal, onProgress, onPartial });
      results[index] = result;
      loadMs = Math.max(loadMs, result.loadMs);
      waitMs = result.waitMs;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NO_SPEECH') throw error;
      silences.push(error);
      results[index] = nothingSaid;
    }
    busyTimes.push({ from: askedAt + waitMs, to: performance.now() });
    onProgress(1);
    reportText();
  };

  let index = 0;
  let firstError: { error: unknown } | undefined;
  const fail = (error: unknown) => {
    firstError ??= { error };
    failed.abort(error);
  };
  try {
    for await (const range of work.chunks) {
      if (signal.aborted) break;
      const chunk = one(index++, range)
        .catch(fail)
        .finally(() => running.delete(chunk));
      running.add(chunk);
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
  const whole = mergeChunks(results.map((result) => result ?? nothingSaid));
  const workedMs = coveredTime(busyTimes);
  const waitMs = performance.now() - startedAt - workedMs;
  return { ...whole, waitMs, loadMs, decodeMs: Math.max(0, workedMs - loadMs) };
}

/** An interval, in milliseconds of one clock. */
interface Interval {
  readonly from: number;
  readonly to: number;
}

/** How much time the intervals cover together; overlapping parts count once. */
export function coveredTime(intervals: readonly Interval[]): number {
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...intervals].sort((one, other) => one.from - other.from)) {
    covered += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return covered;
}
