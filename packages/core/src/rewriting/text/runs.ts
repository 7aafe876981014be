/**
 * A number for every run of so many words in a row, equal where the runs are equal; two different ones of a text get the same number
 * about once in 2^52 pairs. Numbers instead of joined words: a long text has a hundred thousand runs.
 */
export function runsOf(words: readonly string[], length: number): Float64Array {
  const hashes = words.map(hashOf);
  const runs = new Float64Array(Math.max(0, words.length - length + 1));
  for (let start = 0; start < runs.length; start++) {
    let high = 0;
    let low = 0;
    for (let at = start; at < start + length; at++) {
      const hash = hashes[at] ?? 0;
      high = (Math.imul(high, 0x01000193) ^ hash) | 0;
      low = (Math.imul(low, 0x85ebca6b) + hash + 0x9e3779b9) | 0;
    }
    runs[start] = (high >>> 0) * 2 ** 20 + (low >>> 12);
  }
  return runs;
}

/** FNV-1a over UTF-16 units, mixed once more: neighbouring words would differ in few bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
