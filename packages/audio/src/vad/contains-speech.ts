import { SAMPLE_RATE, type SampleRange } from '../spool/spool-format.ts';
import { SpoolMemory, SpoolReader } from '../spool/spool-reader.ts';
import { detectSpeech } from './detect-speech.ts';
import { FrameEnergies } from './frame-energies.ts';

/** As much as an engine gets at once. A window takes about 15 ms, so the event loop is never blocked for long. */
const WINDOW = 30 * SAMPLE_RATE;
/** Most recordings begin with speech, so their first seconds are looked at before the rest. */
const FIRST = 4 * SAMPLE_RATE;
/** Windows overlap, so that all speech is compared with its own background. */
const STEP = 20 * SAMPLE_RATE;

/** A finished spool to search. */
export interface SpeechSearch {
  readonly spoolPath: string;
  /** The part to search; everything if absent. */
  readonly range?: SampleRange;
  readonly signal: AbortSignal;
}

/** True as soon as speech has been detected anywhere in the spool. Rejects with the signal's reason. */
export async function containsSpeech({ spoolPath, range, signal }: SpeechSearch): Promise<boolean> {
  const reader = await SpoolReader.open(spoolPath, { growing: false, range, memory: new SpoolMemory() });
  try {
    signal.throwIfAborted();
    const first = await reader.read(0, FIRST);
    if (hasSpeech(first)) return true;
    if (first.length < FIRST) return false;
    for (let start = 0; ; start += STEP) {
      signal.throwIfAborted();
      const samples = await reader.read(start, WINDOW);
      if (hasSpeech(samples)) return true;
      if (samples.length < WINDOW) return false;
    }
  } finally {
    await reader.close();
  }
}

function hasSpeech(samples: Int16Array): boolean {
  const energies = new FrameEnergies();
  energies.push(samples);
  return detectSpeech(energies).length > 0;
}
