// ICU's common data (icudtl.dat), which Skia reads on Windows: a header, a table of items by name, and the items.
// https://unicode-org.github.io/icu/userguide/icu_data

const ENTRY_BYTES = 8;
/** Items begin at multiples of this. */
const ALIGNMENT = 16;

/**
 * The same data without the items that are not kept. Names begin with the package's, as in `icudt78l/brkitr/word.brk`.
 */
export function keepItems(data: Buffer, isKept: (name: string) => boolean): Buffer {
  const table = data.readUInt16LE(0);
  if (data.readUInt16LE(2) !== 0x27da) throw new Error('This is no data of ICU.');
  const items = Array.from({ length: data.readUInt32LE(table) }, (_, index) => {
    const entry = table + 4 + index * ENTRY_BYTES;
    const name = table + data.readUInt32LE(entry);
    return {
      name: data.toString('latin1', name, data.indexOf(0, name)),
      begin: table + data.readUInt32LE(entry + 4),
    };
  });
  const kept = items
    .map((item, index) => ({ ...item, end: items[index + 1]?.begin ?? data.length }))
    .filter(({ name }) => isKept(name));
  const names = kept.map(({ name }) => Buffer.from(`${name}\0`, 'latin1'));
  const head = Buffer.alloc(4 + kept.length * ENTRY_BYTES);
  head.writeUInt32LE(kept.length, 0);
  let nameAt = head.length;
  const all = nameAt + names.reduce((sum, name) => sum + name.length, 0);
  const padding = Buffer.alloc(-(table + all) & (ALIGNMENT - 1), 0xaa);
  let itemAt = all + padding.length;
  for (const [index, { begin, end }] of kept.entries()) {
    head.writeUInt32LE(nameAt, 4 + index * ENTRY_BYTES);
    head.writeUInt32LE(itemAt, 8 + index * ENTRY_BYTES);
    nameAt += names[index]?.length ?? 0;
    itemAt += end - begin;
  }
  return Buffer.concat([
    ...[data.subarray(0, table), head, ...names, padding],
    ...kept.map(({ begin, end }) => data.subarray(begin, end)),
  ]);
}
