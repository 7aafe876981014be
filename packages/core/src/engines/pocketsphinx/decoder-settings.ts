/** Options of PocketSphinx's decoder, as its command line names them. */
export type DecoderSettings = Readonly<Record<string, string>>;

/** The decoder's parameters besides its model; everything else keeps the library's default. */
export const decoderSettings: DecoderSettings = {
  // Our own detector has cut the speech out: dropping further frames would shift the times of words.
  '-remove_silence': 'no',
  // A third less work for the same words (docs/decisions/2026-11-22-pocketsphinx-settings.md): states and word ends looked at in a frame.
  '-maxhmmpf': '3000',
  '-maxwpf': '5',
};
