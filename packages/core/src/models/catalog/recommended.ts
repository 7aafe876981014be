/** A first choice for one need. */
export interface Recommendation {
  readonly slug: string;
  /** What it is the first choice for. */
  readonly for: string;
  /** Why, from the catalog's own facts; a test compares them. */
  readonly reason: string;
}

/** The short list, in the order in which it is shown. Chosen by the published figures alone; nothing here was measured by us. */
export const recommendations: readonly Recommendation[] = [
  {
    slug: 'parakeet-tdt_ctc-110m',
    for: 'fastest English',
    reason: 'the fewest errors among the fastest models; with word timestamps',
  },
  {
    slug: 'parakeet-unified-en-0.6b',
    for: 'live English',
    reason: 'the fewest errors among models that transcribe while you speak; with word timestamps',
  },
  {
    slug: 'cohere-transcribe-03-2026',
    for: 'best English',
    reason: 'the fewest errors of all; large and slow, without timestamps for captions',
  },
  {
    slug: 'parakeet-tdt-0.6b-v3',
    for: '25 European languages',
    reason: 'detects the language automatically; with word timestamps; smaller than Canary 1B v2',
  },
  {
    slug: 'whisper-large-v3-turbo',
    for: '100 languages',
    reason:
      'detects the language automatically; half the size of Whisper Large v3, with nearly as few errors',
  },
];
