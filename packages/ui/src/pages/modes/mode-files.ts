import { type CreateModeBody, createModeBody, type Mode } from '@quoth/contract';

/** The most modes that are read from one file. */
const MOST = 200;

/** Fields that belong to this machine, not to the mode. */
const own = ['id', 'isSystemProvided', 'createdDate', 'modifiedDate', 'sortOrder', 'isDefault'] as const;

/** Modes as a file that `parseModes` reads; nothing in it belongs to this machine. */
export function printModes(modes: readonly Mode[]): string {
  const bare = modes.map((mode) =>
    Object.fromEntries(Object.entries(mode).filter(([key]) => !(own as readonly string[]).includes(key))),
  );
  return `${JSON.stringify({ quothModes: 1, modes: bare }, null, 2)}\n`;
}

/** The modes of a file: one, a list, or what `printModes` wrote. Anything else is left out; nothing in a file can make itself the default. */
export function parseModes(text: string): CreateModeBody[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  return listed(value)
    .slice(0, MOST)
    .flatMap((candidate) => {
      const parsed = createModeBody.safeParse(candidate);
      return parsed.success ? [{ ...parsed.data, isDefault: undefined, sortOrder: undefined }] : [];
    });
}

function listed(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  return 'modes' in value && Array.isArray(value.modes) ? value.modes : [value];
}
