import { type ArgsOf, format, type Message, type Reader, type Reason, type Value } from '@quoth/words';
import { en } from '@quoth/words/en.ts';
import { plainText } from './plain-text.ts';

export { formatSize, type Message, type Reader, type Reason } from '@quoth/words';

/** The arguments of a reason; none where its text needs none. */
export type Given<Wanted extends Reason> = unknown extends ArgsOf<Wanted> ? [] : [args: ArgsOf<Wanted>];

/** A message for this reason, with what is filled in. Its words follow where its reader is known. */
export function say<const Wanted extends Reason>(reason: Wanted, ...[args]: Given<Wanted>): Message {
  return args === undefined ? { reason } : { reason, args: args as Readonly<Record<string, Value>> };
}

/** Its English text in the words of this reader; empty for a reader who can do nothing about it. */
export function englishText(message: Message, reader: Reader = 'api'): string {
  const text: string | Readonly<Record<Reader, string>> = en[message.reason];
  const words = typeof text === 'string' ? text : text[reader];
  return plainText(format(words, message, 'en', (inner) => englishText(inner, reader)));
}

/**
 * True for a message that this version has words for: what a database or another process wrote may be from another one.
 */
export function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' &&
    value !== null &&
    'reason' in value &&
    typeof value.reason === 'string' &&
    Object.hasOwn(en, value.reason)
  );
}
