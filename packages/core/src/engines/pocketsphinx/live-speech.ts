import { detectSpeech, FRAME_SAMPLES, FrameEnergies, SAMPLE_RATE } from '@quoth/audio';

/** How much is looked at: speech is told from its background, which the detector seeks within 1.5 s on either side. */
const WINDOW = 5 * SAMPLE_RATE;
/** An utterance goes on this long after speech, and what came this long before may still turn out to be speech. */
const REACH = 2 * SAMPLE_RATE;
/** Sound kept before speech, so that a soft first consonant is kept. */
const MARGIN = SAMPLE_RATE / 2;

/** Audio may come in crumbs; so much is waited for before it is looked at again. */
const STEP = SAMPLE_RATE / 4;

/** What to do with audio that has come. */
export interface LiveResult {
  /** To be decoded now, without a gap; empty during silence. */
  readonly blocks: readonly Int16Array[];
  /** True when nobody has spoken for a while: the utterance ends after these blocks. */
  readonly isOver: boolean;
}

/** Separates speech from silence while audio arrives, block by block: silence is held back, and passed on only if speech follows. */
export class LiveSpeech {
  #recent: Int16Array[] = [];
  #held: Int16Array[] = [];
  #isSpoken = false;
  #unseen = 0;

  /** Blocks are kept; their memory must not be used again. */
  push(block: Int16Array): LiveResult {
    this.#recent = latest([...this.#recent, block], WINDOW);
    if (!this.#isSpoken) this.#held = latest([...this.#held, block], REACH + block.length);
    this.#unseen += block.length;
    if (this.#unseen < STEP)
      return this.#isSpoken ? { blocks: [block], isOver: false } : { blocks: [], isOver: true };
    this.#unseen = 0;
    const since = sinceSpeech(this.#recent);
    if (this.#isSpoken) {
      this.#isSpoken = since !== undefined && since.end <= REACH;
      return { blocks: [block], isOver: !this.#isSpoken };
    }
    if (since === undefined || since.end > REACH) return { blocks: [], isOver: true };
    const blocks = latest(this.#held, since.start + MARGIN + block.length);
    this.#held = [];
    this.#isSpoken = true;
    return { blocks, isOver: false };
  }
}

/** How many samples ago the latest speech ended, and the earliest within reach of it began; undefined if there is none. */
function sinceSpeech(
  blocks: readonly Int16Array[],
): { readonly start: number; readonly end: number } | undefined {
  const energies = new FrameEnergies();
  for (const block of blocks) energies.push(block);
  const total = blocks.reduce((sum, { length }) => sum + length, 0);
  const segments = detectSpeech(energies).filter(({ end }) => total - end * FRAME_SAMPLES <= REACH);
  const [first] = segments;
  const last = segments.at(-1);
  if (!first || !last) return undefined;
  return { start: total - first.start * FRAME_SAMPLES, end: total - last.end * FRAME_SAMPLES };
}

/** The last blocks that together are no longer than so many samples. */
function latest(blocks: readonly Int16Array[], most: number): Int16Array[] {
  let total = 0;
  let from = blocks.length;
  while (from > 0 && total + (blocks[from - 1]?.length ?? 0) <= most) total += blocks[--from]?.length ?? 0;
  return blocks.slice(from);
}
