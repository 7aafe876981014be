/** The name of a list as PHP, axios and OpenAI's clients write it: `name[]`, or `name[0]` and on. */
const ENTRY = /^(.+)\[\d*\]$/;

/**
 * The fields of a form or a query as their schemas read them: entries of a list come together under its name, and an empty field is
 * absent, as programs mean it that send every field that they have.
 */
export function textFields(
  written: Iterable<readonly [string, string | readonly string[]]>,
): Record<string, string | string[]> {
  const lists = new Map<string, string[]>();
  const isList = new Set<string>();
  for (const [name, value] of written) {
    const given = [value].flat().filter((one) => one.trim() !== '');
    if (given.length === 0) continue;
    const list = ENTRY.exec(name)?.[1];
    const key = list ?? name;
    const before = lists.get(key);
    if (before) before.push(...given);
    else lists.set(key, given);
    if (list !== undefined || before || given.length > 1) isList.add(key);
  }
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [key, [first = '', ...more]] of lists) fields[key] = isList.has(key) ? [first, ...more] : first;
  return fields;
}
