/** Integer, floating point and extensible samples (RFC 2361): what is as long as its bytes say. */
const PLAIN = new Set([1, 3, 0xfffe]);

/**
 * Milliseconds of plain samples in a wav file, from its first bytes and its size; undefined where it has to be decoded to tell. Everything
 * after the header counts as audio, whatever the header claims.
 */
export function wavLength(head: Uint8Array, fileBytes: number): bigint | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  let rate = 0;
  let frameBytes = 0;
  for (let at = 12; at + 8 <= head.length; ) {
    const id = Buffer.from(head.subarray(at, at + 4)).toString('latin1');
    const size = view.getUint32(at + 4, true);
    if (id === 'data') {
      if (rate < 4_000 || rate > 384_000 || frameBytes === 0) return undefined;
      const bytes = Math.max(0, fileBytes - at - 8);
      return BigInt(Math.ceil((Math.floor(bytes / frameBytes) * 1_000) / rate));
    }
    if (id === 'fmt ' && at + 24 <= head.length) {
      const bits = view.getUint16(at + 22, true);
      const channels = view.getUint16(at + 10, true);
      rate = view.getUint32(at + 12, true);
      const isPlain = PLAIN.has(view.getUint16(at + 8, true)) && bits >= 8 && bits <= 64 && bits % 8 === 0;
      frameBytes = isPlain && channels >= 1 && channels <= 32 ? (bits / 8) * channels : 0;
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}
