import koffi from 'koffi';
import type { DecoderSettings } from './decoder-settings.ts';
import type { Installation } from './installation.ts';

/** A pointer of the library's; opaque to us. */
type Pointer = unknown;

/** One entry of the best path: a word or a filler, with frames counted from the decoder's start, both inclusive. */
export interface PathEntry {
  readonly word: string;
  readonly startFrame: number;
  readonly endFrame: number;
  /** Posterior probability, 0 to 1. */
  readonly probability: number;
}

/** PocketSphinx's decoder through its C API (pocketsphinx.h of version 0.8): one utterance at a time. */
export interface Decoder {
  /** Forgets the background noise of earlier audio. */
  forget(): void;
  start(): void;
  /**
   * Feeds a whole utterance, which the decoder levels over its full length. Never fed in parts: from then on the library levels by what it heard before for as long as it lives
   * (sphinxbase, feat.c: `feat_cmn` keeps CMN_LIVE), and hears everything worse.
   */
  process(samples: Int16Array): void;
  end(): void;
  /** Text so far, fillers left out. */
  hypothesis(): string;
  path(): PathEntry[];
}

/** Loads library and model. Throws when the library refuses the model. */
export function openDecoder(installation: Installation, decoderSettings: DecoderSettings): Decoder {
  const base = koffi.load(installation.sphinxbase);
  const library = koffi.load(installation.pocketsphinx);
  const silence: (file: null) => void = base.func('void err_set_logfp(void *file)');
  const options: () => Pointer = library.func('void *ps_args()');
  const configure: (...values: unknown[]) => Pointer = base.func(
    'void *cmd_ln_init(void *inout, void *definitions, int strict, ...)',
  );
  const create: (config: Pointer) => Pointer = library.func('void *ps_init(void *config)');
  const startStream: (decoder: Pointer) => number = library.func('int ps_start_stream(void *decoder)');
  const start: (decoder: Pointer) => number = library.func('int ps_start_utt(void *decoder)');
  const end: (decoder: Pointer) => number = library.func('int ps_end_utt(void *decoder)');
  const process: (
    decoder: Pointer,
    data: Int16Array,
    count: number,
    noSearch: number,
    whole: number,
  ) => number = library.func(
    'int ps_process_raw(void *decoder, const int16_t *data, size_t count, int noSearch, int whole)',
  );
  const hypothesis: (decoder: Pointer, score: number[]) => string | null = library.func(
    'const char *ps_get_hyp(void *decoder, _Out_ int32_t *score)',
  );
  const firstEntry: (decoder: Pointer) => Pointer = library.func('void *ps_seg_iter(void *decoder)');
  const nextEntry: (entry: Pointer) => Pointer = library.func('void *ps_seg_next(void *entry)');
  const wordOf: (entry: Pointer) => string = library.func('const char *ps_seg_word(void *entry)');
  const framesOf: (entry: Pointer, start: number[], end: number[]) => void = library.func(
    'void ps_seg_frames(void *entry, _Out_ int *start, _Out_ int *end)',
  );
  const logProbability: (entry: Pointer, a: number[], l: number[], b: number[]) => number = library.func(
    'int32_t ps_seg_prob(void *entry, _Out_ int32_t *acoustic, _Out_ int32_t *language, _Out_ int32_t *backoff)',
  );
  const logarithms: (decoder: Pointer) => Pointer = library.func('void *ps_get_logmath(void *decoder)');
  const exponential: (logarithms: Pointer, value: number) => number = base.func(
    'double logmath_exp(void *logarithms, int value)',
  );

  silence(null);
  const settings = {
    '-hmm': installation.acousticModel,
    '-lm': installation.languageModel,
    '-dict': installation.dictionary,
    ...decoderSettings,
  };
  const variadic = Object.entries(settings)
    .flat()
    .flatMap((text) => ['const char *', text]);
  const config = configure(null, options(), 1, ...variadic, 'void *', null);
  const decoder = config ? create(config) : null;
  if (!decoder) throw new Error('PocketSphinx refused its model.');
  const logs = logarithms(decoder);

  return {
    forget: () => check(startStream(decoder), 'ps_start_stream'),
    start: () => check(start(decoder), 'ps_start_utt'),
    process: (samples) => check(process(decoder, samples, samples.length, 0, 1), 'ps_process_raw'),
    end: () => check(end(decoder), 'ps_end_utt'),
    hypothesis: () => hypothesis(decoder, [0]) ?? '',
    path: () => {
      const entries: PathEntry[] = [];
      for (let entry = firstEntry(decoder); entry; entry = nextEntry(entry)) {
        const first = [0];
        const last = [0];
        framesOf(entry, first, last);
        const probability = exponential(logs, logProbability(entry, [0], [0], [0]));
        entries.push({
          word: wordOf(entry),
          startFrame: first[0] ?? 0,
          endFrame: last[0] ?? 0,
          probability: Math.min(1, Math.max(0, probability)),
        });
      }
      return entries;
    },
  };
}

function check(result: number, name: string): void {
  if (result < 0) throw new Error(`${name} failed.`);
}
