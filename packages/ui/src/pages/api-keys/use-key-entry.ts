import type { Client } from '@quoth/client';
import { type Provider, setProviderKeyBody } from '@quoth/contract';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../../application/use-action.ts';

/** How long after typing stops a key is stored and checked (specification, section 3). */
const AFTER_TYPING_MS = 500;

/** The state of a key that is being typed, and the actions on it. */
export interface KeyEntry {
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly clear: () => void;
  /** True if the known status is about the typed key, or nothing is typed. */
  readonly isAboutTyped: boolean;
  /** Not empty, and not being tested. */
  readonly canTest: boolean;
  /** The typed key is being tested; a test of an earlier key is not shown. */
  readonly isTesting: boolean;
  /** Why the typed key could not be stored or tested; null if nothing went wrong. */
  readonly failure: Error | null;
  /** Checks at once, without the wait and whatever is already known. */
  readonly test: () => void;
  /** Stores what was typed without waiting, for example when the sheet is closed. */
  readonly keepNow: () => void;
}

/** Stores what is typed once typing stops, then has it checked. */
export function useKeyEntry({ id, key_present }: Provider): KeyEntry {
  const [typed, setTyped] = useState('');
  const [kept, setKept] = useState('');
  const asked = useRef('');
  const writing = useRef<Promise<void>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** One after the other, so that the key typed last is the one that stays; the same key is not written twice. */
  const write = (client: Client, key: string): Promise<void> => {
    if (key === asked.current) return writing.current;
    asked.current = key;
    const written = writing.current
      .catch(() => {})
      .then(async () => {
        await client.setProviderKey({ params: { id }, body: { key } });
        setKept(key);
      });
    writing.current = written;
    written.catch(() => {
      if (asked.current === key) asked.current = '';
    });
    return written;
  };
  const check = useAction(
    async (client, key: string) => {
      if (key !== '') await write(client, key);
      await client.testProvider({ params: { id } });
    },
    { saysErrors: false },
  );
  const keep = useAction(write);
  useEffect(() => () => clearTimeout(timer.current), []);
  const readable = setProviderKeyBody.safeParse({ key: typed });
  const key = typed === '' ? '' : readable.data?.key;
  const isTesting = check.isPending && check.variables === key;
  return {
    typed,
    type: (text) => {
      setTyped(text);
      clearTimeout(timer.current);
      const next = setProviderKeyBody.safeParse({ key: text });
      if (next.success) timer.current = setTimeout(() => check.mutate(next.data.key), AFTER_TYPING_MS);
    },
    clear: () => {
      clearTimeout(timer.current);
      asked.current = '';
      setKept('');
      setTyped('');
    },
    isAboutTyped: isTesting || key === '' || key === kept,
    canTest: !isTesting && (typed === '' ? key_present : readable.success),
    isTesting,
    failure: isTesting || check.variables !== key ? null : check.error,
    test: () => {
      clearTimeout(timer.current);
      if (key !== undefined) check.mutate(key);
    },
    keepNow: () => {
      clearTimeout(timer.current);
      if (key !== undefined && key !== '' && key !== asked.current) keep.mutate(key);
    },
  };
}
