import type * as z from 'zod';
import { englishText, type Given, type Message, type Reason, say } from './messages.ts';

/** What a check of a schema says when it fails. Undefined as a text, so that who parses chooses the words. */
export interface CheckError {
  (): undefined;
  readonly said: Message;
}

/** Says by a reason why a value fails a check: `z.string().min(1, failing('modeNeedsName'))`. */
export function failing<const Wanted extends Reason>(
  reason: Wanted,
  ...args: Given<Wanted>
): { readonly error: CheckError } {
  return failed(say(reason, ...args));
}

export function failed(said: Message): { readonly error: CheckError } {
  return { error: Object.assign(() => undefined, { said }) };
}

/** The same for `addIssue`. */
export function issue(said: Message): {
  readonly code: 'custom';
  readonly params: { readonly said: Message };
} {
  return { code: 'custom', params: { said } };
}

/** A value of a form or a request that cannot be used. */
export type Problem = z.core.$ZodIssue & { readonly said: Message };

/** A schema, or what checks a value as one does. */
export interface Checks<Value> {
  safeParse(
    value: unknown,
    params: { readonly error: (issue: z.core.$ZodRawIssue) => string },
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly z.core.$ZodIssue[] } };
}

export type Checked<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly problems: readonly Problem[] };

/** The value as the schema reads it, or what is wrong with it, as data. */
export function check<Value>(schema: Checks<Value>, value: unknown): Checked<Value> {
  // Zod keeps the text of an issue and nothing else of ours; each text that is made here has its message.
  const messages = new Map<string, Message>();
  const result = schema.safeParse(value, {
    error: (raw) => {
      const text = errorWords(raw);
      messages.set(text, messageOf(raw));
      return text;
    },
  });
  if (result.success) return result;
  const saidOf = (one: z.core.$ZodIssue): Message => {
    if (one.code === 'invalid_union') {
      const inner = one.errors.flat();
      const allowed = inner.flatMap((branch) => (branch.code === 'invalid_value' ? branch.values : []));
      if (allowed.length > 0) return say('giveOneOf', { values: valueList(allowed) });
      const [first] = one.errors[0] ?? [];
      if (first !== undefined) return saidOf(first);
    }
    // A schema that is not of the contract has its own text.
    return messages.get(one.message) ?? say('asWritten', { text: one.message });
  };
  return { success: false, problems: result.error.issues.map((one) => ({ ...one, said: saidOf(one) })) };
}

/** Values as JSON writes them. */
export function valueList(values: readonly unknown[]): { readonly list: readonly string[] } {
  return { list: values.map((value) => JSON.stringify(value)) };
}

/** Says in English what is wrong with a value. Pass it to `safeParse` as `error`, where no message is needed. */
export function errorWords(raw: z.core.$ZodRawIssue): string {
  return englishText(messageOf(raw));
}

/** What a schema says itself, or else what its kind of check means. */
function messageOf(raw: z.core.$ZodRawIssue): Message {
  const own = raw.inst?._zod.def.error;
  if (typeof own === 'function' && 'said' in own) return (own as CheckError).said;
  switch (raw.code) {
    case 'custom':
      return (raw.params as { said?: Message } | undefined)?.said ?? say('valueNotValid');
    case 'invalid_type':
      if (raw.input === undefined) return say('fieldRequired');
      if (raw.expected === 'number') return say('giveNumber');
      return raw.expected === 'int' ? say('giveWholeNumber') : say('giveType', { type: raw.expected });
    case 'too_small': {
      const count = Number(raw.minimum);
      if (raw.origin === 'string')
        return count === 1 ? say('fieldEmpty') : say('giveAtLeastCharacters', { count });
      return say(raw.origin === 'array' ? 'giveAtLeastEntries' : 'giveAtLeast', { count });
    }
    case 'too_big': {
      const count = Number(raw.maximum);
      if (raw.origin === 'string') return say('giveAtMostCharacters', { count });
      return say(raw.origin === 'array' ? 'giveAtMostEntries' : 'giveAtMost', { count });
    }
    case 'invalid_value':
      return raw.values.length === 1
        ? say('giveValue', { value: JSON.stringify(raw.values[0]) })
        : say('giveOneOf', { values: valueList(raw.values) });
    case 'invalid_format':
      return raw.format === 'regex' ? say('wrongForm') : say('noValidFormat', { format: raw.format });
    case 'not_multiple_of':
      return say('giveMultiple', { divisor: raw.divisor });
    case 'unrecognized_keys':
      return say('unknownFields', { names: { list: raw.keys } });
    default:
      return say('valueNotValid');
  }
}

/** The value of JSON; undefined for what is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type WithoutUndefined<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };

/** The fields that have a value, such as those that a caller gave. */
export function withoutUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> {
  const filled = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(filled) as WithoutUndefined<Fields>;
}
