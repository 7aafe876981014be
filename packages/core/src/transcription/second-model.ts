import { SAMPLE_RATE } from '@quoth/audio';
import { AppError, type Segment } from '@quoth/contract';
import { type Doubt, type RecognizedSpeech, withHeardAgain } from '@quoth/text';
import type { EngineRequest, EngineResult, Engines } from '../engines/index.ts';
import { knowsLanguage, type LocalPlan } from './plan-local.ts';

/** Sound around a place that is heard again, in seconds. */
const MARGIN_S = 0.15;

/**
 * With what the plan's second model hears where the first one left speech out, wrote a loop or wrote far too little.
 * Each of its segments names it. What it does not understand either stays as it was.
 */
export async function heardByBoth(
  engines: Pick<Engines, 'recognize'>,
  { second, language }: LocalPlan,
  request: EngineRequest,
  first: EngineResult,
  signal: AbortSignal,
): Promise<EngineResult> {
  if (!second || !first.doubts) return first;
  let speech = first;
  const doubts: Doubt[] = [];
  for (const doubt of first.doubts) {
    if (doubt.kind === 'other-language') {
      doubts.push(doubt);
      continue;
    }
    const spoken = language === 'auto' ? languageAt(doubt, first) : language;
    const more =
      spoken !== null && knowsLanguage(second, spoken)
        ? await heardBy(engines, placeOf(doubt, { ...request, model: second.id, language: spoken }), signal)
        : undefined;
    const isFit = more && !more.doubts;
    const better = isFit && withHeardAgain(speech, doubt, named(more, second.id), doubt.kind === 'repeated');
    if (!better) doubts.push(doubt);
    else {
      const [loadMs, decodeMs] = [speech.loadMs + more.loadMs, speech.decodeMs + more.decodeMs];
      speech = { ...speech, ...better, waitMs: speech.waitMs + more.waitMs, loadMs, decodeMs };
    }
  }
  const { doubts: _before, ...rest } = speech;
  return doubts.length > 0 ? { ...rest, doubts } : rest;
}

/** What the model hears; undefined where it hears nothing or can't be used: what the first one heard stands then. */
async function heardBy(
  engines: Pick<Engines, 'recognize'>,
  request: EngineRequest,
  signal: AbortSignal,
): Promise<EngineResult | undefined> {
  try {
    return await engines.recognize(request, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function placeOf({ start, end }: Doubt, { live: _live, ...request }: EngineRequest): EngineRequest {
  const from = Math.max(0, start - MARGIN_S);
  const range = { start: Math.round(from * SAMPLE_RATE), end: Math.round((end + MARGIN_S) * SAMPLE_RATE) };
  return { ...request, range, durationSeconds: end + MARGIN_S - from };
}

/** The language of the nearest speech before a place, or after it. */
function languageAt({ start }: Doubt, { segments, language }: RecognizedSpeech): string | null {
  const withLanguage = segments.filter((segment) => segment.language !== undefined);
  const nearest = withLanguage.findLast((segment) => segment.start <= start) ?? withLanguage[0];
  return nearest?.language ?? language;
}

function named(speech: RecognizedSpeech, model: string): RecognizedSpeech {
  return { ...speech, segments: speech.segments.map((segment): Segment => ({ ...segment, model })) };
}
