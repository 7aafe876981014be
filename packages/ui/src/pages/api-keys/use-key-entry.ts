import type { Client } from '@quoth/client';
import { type Provider, setProviderKeyBody } from '@quoth/contract';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../../application/use-action.ts';

/** A key is kept and checked so long after typing has stopped (specification, section 3). */
const AFTER_TYPING_MS = 500;

/** What the sheet shows of a key that is being typed, and what can be done with it. */
export interface KeyEntry {
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly clear: () => void;
  /** What is known of the provider is about what is typed, or nothing is typed. */
  readonly isAboutTyped: boolean;
  /** Not empty, and not being tested. */
  readonly canTest: boolean;
  /** What is typed is being tested; an earlier key may be still, which is not told. */
  readonly isTesting: boolean;
  /** Checks at once: without the wait, and whatever is known already. */
  readonly test: () => void;
  /** Keeps what was typed without waiting, such as when the sheet is closed. */
  readonly keepNow: () => void;
}

/** Keeps what is typed once typing stops, then has it checked. */
export function useKeyEntry({ id, key_present }: Provider): KeyEntry {
  const [typed, setTyped] = useState('');
  const [kept, setKept] = useState('');
  const asked = useRef('');
  const writing = useRef<Promise<void>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** One after the other, so that the key typed last is the one that stays; a key asked for last is not written twice. */
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
  const check = useAction(async (client, key: string) => {
    if (key !== '') await write(client, key);
    await client.testProvider({ params: { id } });
  });
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
