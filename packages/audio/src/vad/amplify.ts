/** The level that recognisers were trained with: root mean square of speech, as a share of full scale (about -22 dBFS). */
const TARGET = 0.08;
/** Never louder than this share of full scale. */
const CEILING = 0.95;
const LARGEST_GAIN = 1_000;

/** Makes quiet speech as loud as a recogniser expects; loud speech is unchanged. */
export function amplified(samples: Int16Array): Int16Array {
  let squares = 0;
  let peak = 1;
  for (const sample of samples) {
    squares += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  const level = Math.sqrt(squares / Math.max(1, samples.length));
  const gain = Math.min(LARGEST_GAIN, (TARGET * 32_768) / Math.max(level, 1e-9), (CEILING * 32_767) / peak);
  return gain <= 1 ? samples : Int16Array.from(samples, (sample) => Math.round(sample * gain));
}
