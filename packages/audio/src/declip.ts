/** What lies so near to the loudest sample was cut off there. */
const NEAR = 0.985;
/** Of all samples; less is a loud voice. */
const MIN_SHARE = 0.002;
/** Of a quieter voice, many samples are as loud as the loudest: there are few steps. */
const QUIETEST = 0.01;
/** Longer than this, at 16 kHz, no peak of a voice is cut off: 4 ms. */
const LONGEST = 64;
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
  const isCut = (index: number) => Math.abs(at(index)) >= NEAR * peak;
  let cut = 0;
  for (let index = 0; index < samples.length; index++) if (isCut(index)) cut++;
  if (peak < QUIETEST || cut < MIN_SHARE * samples.length) return;
  let highest = peak;
  for (let start = 2; start < samples.length - 2; start++) {
    if (!isCut(start) || isCut(start - 1)) continue;
    const sign = Math.sign(at(start));
    let end = start;
    while (end < samples.length - 2 && isCut(end) && Math.sign(at(end)) === sign) end++;
    if (end - start < 2 || end - start > LONGEST || isCut(end)) continue;
    const length = end - start + 1;
    const [before, after] = [at(start - 1), at(end)];
    // Both slopes lead away from the middle: the curve rises before its peak and falls behind it.
    const rise = sign * Math.max(0, sign * (before - at(start - 2)));
    const fall = sign * Math.min(0, sign * (at(end + 1) - after));
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
  for (let index = 0; index < samples.length; index++) samples[index] = (at(index) * PEAK) / highest;
}
