/** What checks a value: a schema of the contract. */
export interface ValueSchema {
  safeParse(value: unknown): { readonly success: boolean };
}

/** What somebody wrote on the command line, with the JSON type that the schema wants; undefined where none fits. `null` clears, commas make a list. */
export function valueWritten(schema: ValueSchema, written: string): unknown {
  const candidates: unknown[] = [
    ...(written === 'null' ? [null] : []),
    written,
    ...(written === 'true' || written === 'false' ? [written === 'true'] : []),
    ...(written.trim() === '' ? [[]] : [Number(written), written.split(',').map((item) => item.trim())]),
  ];
  return candidates.find((candidate) => schema.safeParse(candidate).success);
}
