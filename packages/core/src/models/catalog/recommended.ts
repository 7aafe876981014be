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
    reason: 'of the models in the fastest class, the one with the fewest errors; word times',
  },
  {
    slug: 'parakeet-unified-en-0.6b',
    for: 'live English',
    reason: 'of the models that transcribe while you speak, the one with the fewest errors; word times',
  },
  {
    slug: 'cohere-transcribe-03-2026',
    for: 'best English',
    reason: 'no model in the catalog makes fewer errors; large and slow, no times for captions',
  },
  {
    slug: 'parakeet-tdt-0.6b-v3',
    for: '25 European languages',
    reason: 'detects the language automatically; word times; smaller than Canary 1B v2',
  },
  {
    slug: 'whisper-large-v3-turbo',
    for: '100 languages',
    reason:
      'detects the language automatically; half the size of Whisper Large v3, with nearly as few errors',
  },
];
