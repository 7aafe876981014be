/** What checks a value: a schema of the contract. */
export interface ValueSchema {
  safeParse(value: unknown): { readonly success: boolean };
}

/** What somebody wrote on the command line, with the JSON type that the schema wants; undefined where none fits. `null` clears, commas make a list, and a list of anything but texts is JSON. */
export function valueWritten(schema: ValueSchema, written: string): unknown {
  // Quotes that the shell has left on a number or a word are not part of it.
  const bare = /^"(.*)"$/.exec(written.trim())?.[1] ?? written;
  const candidates: unknown[] = [
    ...(written === 'null' ? [null] : []),
    written,
    bare,
    ...(bare === 'true' || bare === 'false' ? [bare === 'true'] : []),
    ...(/^\s*\[/.test(written) ? [fromJson(written)] : []),
    ...(bare.trim() === '' ? [[]] : [Number(bare), written.split(',').map((item) => item.trim())]),
  ];
  return candidates.find((candidate) => schema.safeParse(candidate).success);
}

function fromJson(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
