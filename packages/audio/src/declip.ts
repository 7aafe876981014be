/** What lies so near to the loudest sample may have been cut off there. */
const NEAR = 0.985;
/** Of all samples; less is a loud voice. */
const MIN_SHARE = 0.002;
/** Of a quieter voice, many samples are as loud as the loudest: there are few steps. */
const QUIETEST = 0.01;
/**
 * A peak that was cut off is flat: its samples differ so many times less than two of those that lead to it. A round
 * one, of a beep, has 5.
 */
const FLATNESS = 8;
/** Those differ by so much of the loudest sample. */
const MIN_STEP = 0.01;
/** Longer than this, at 16 kHz, no peak of a voice is cut off: 4 ms. */
const LONGEST = 64;
/** A peak becomes three times as loud, at most: a knock must not make the voice beside it quiet. */
const MAX_SLOPE = 4 * (3 - 1);
/** The loudest sample afterwards. */
const PEAK = 0.9;

/**
 * Sound that was recorded too loud gets its peaks back, in place: where they were cut off, the curve goes on as it came
 * and as it leaves (a cubic Hermite spline). Other sound stays as it is.
 */
export function declip(samples: Float32Array): void {
  const at = (index: number) => samples[index] ?? 0;
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  if (peak < QUIETEST) return;
  const tops = topsOf(samples, NEAR * peak);
  let cut = 0;
  for (const { start, end } of tops)
    if (isFlat(samples.subarray(start - 2, end + 2), peak)) cut += end - start;
  if (cut < MIN_SHARE * samples.length) return;
  let highest = peak;
  for (const { start, end } of tops) {
    if (end - start > LONGEST) continue;
    const length = end - start + 1;
    const sign = Math.sign(at(start));
    const [before, after] = [at(start - 1), at(end)];
    const slope = (step: number) => sign * Math.max(0, Math.min(sign * step, (MAX_SLOPE * peak) / length));
    // Both slopes lead away from the middle: the curve rises before its peak and falls behind it.
    const rise = slope(before - at(start - 2));
    const fall = -slope(after - at(end + 1));
    for (let index = start; index < end; index++) {
      const t = (index - start + 1) / length;
      const curve =
        (2 * t ** 3 - 3 * t ** 2 + 1) * before +
        (t ** 3 - 2 * t ** 2 + t) * length * rise +
        (3 * t ** 2 - 2 * t ** 3) * after +
        (t ** 3 - t ** 2) * length * fall;
      samples[index] = sign * Math.max(sign * at(index), sign * curve);
      highest = Math.max(highest, Math.abs(at(index)));
    }
  }
  if (highest > PEAK)
    for (let index = 0; index < samples.length; index++) samples[index] = (at(index) * PEAK) / highest;
}

/** Where two samples and more in a row lie at the ceiling, with two before and behind them. */
function topsOf(samples: Float32Array, ceiling: number): { start: number; end: number }[] {
  const tops: { start: number; end: number }[] = [];
  const side = (index: number) => {
    const sample = samples[index] ?? 0;
    return Math.abs(sample) < ceiling ? 0 : Math.sign(sample);
  };
  for (let start = 2; start < samples.length - 2; ) {
    let end = start + 1;
    while (end < samples.length - 2 && side(end) === side(start)) end++;
    const isTop = side(start) !== 0 && side(start - 1) === 0 && side(end) === 0;
    if (isTop && end - start >= 2) tops.push({ start, end });
    start = end;
  }
  return tops;
}

/** True for three samples and more that were cut off; two of each side are given with them. */
function isFlat(top: Float32Array, peak: number): boolean {
  if (top.length < 3 + 4) return false;
  const inner = top.subarray(2, -2);
  const spread =
    inner.reduce((most, sample) => Math.max(most, sample), -1) -
    inner.reduce((least, sample) => Math.min(least, sample), 1);
  const step = (one: number, other: number) => Math.abs((top.at(one) ?? 0) - (top.at(other) ?? 0));
  return Math.min(step(0, 1), step(-1, -2)) >= Math.max(MIN_STEP * peak, FLATNESS * spread);
}
