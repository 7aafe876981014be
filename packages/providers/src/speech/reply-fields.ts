import { UnreadableReply } from '../call/provider-error.ts';

/** An object of a reply. Only the fields that are used are checked; others may come and go. */
export type Fields = Readonly<Record<string, unknown>>;

/** Throws UnreadableReply for anything but an object. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableReply('not an object');
  return value as Fields;
}

/** A required text, which may be empty. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new UnreadableReply('no text');
  return value;
}

/** A list of objects; absent or null counts as empty. */
export function listOf(value: unknown): readonly Fields[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new UnreadableReply('no list');
  return value.map(fieldsOf);
}

/** A finite number, or undefined. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** An id that becomes part of a path: a vendor's answer must not lead anywhere else. */
export function idOf(value: unknown): string {
  const id = textOf(value);
  if (!/^[\w-]{1,100}$/.test(id)) throw new UnreadableReply('no id');
  return id;
}
