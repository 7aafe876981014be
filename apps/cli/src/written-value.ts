/** What checks a value: a schema of the contract. */
export interface ValueSchema {
  safeParse(value: unknown): { readonly success: boolean };
}

/** What somebody wrote on the command line, with the JSON type that the schema wants; undefined where none fits. `null` clears, commas make a list. */
export function valueWritten(schema: ValueSchema, written: string): unknown {
  // Quotes that the shell has left on a number or a word are not part of it.
  const bare = /^"(.*)"$/.exec(written.trim())?.[1] ?? written;
  const candidates: unknown[] = [
    ...(written === 'null' ? [null] : []),
    written,
    bare,
    ...(bare === 'true' || bare === 'false' ? [bare === 'true'] : []),
    ...(bare.trim() === '' ? [[]] : [Number(bare), written.split(',').map((item) => item.trim())]),
  ];
  return candidates.find((candidate) => schema.safeParse(candidate).success);
}
