// G.711 (ITU-T): a byte a sample, in two laws. The value of each of the 256 bytes, as 16-bit samples.

const MU_BIAS = 0x84;

/** What a byte of the law of North America and Japan stands for. */
export const muLaw: Int16Array = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + MU_BIAS) << ((bits & 0x70) >> 4)) - MU_BIAS;
  return (bits & 0x80) === 0 ? magnitude : -magnitude;
});

/** What a byte of the law of the rest of the world stands for. */
export const aLaw: Int16Array = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = byte ^ 0x55;
  const segment = (bits & 0x70) >> 4;
  const step = ((bits & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return (bits & 0x80) === 0 ? -magnitude : magnitude;
});
