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
  /** Not empty, and nothing is being tested. */
  readonly canTest: boolean;
  readonly isTesting: boolean;
  /** Checks at once: without the wait, and whatever is known already. */
  readonly test: () => void;
  /** Keeps what was typed without waiting, such as when the sheet is closed. */
  readonly keepNow: () => void;
}

/** Keeps what is typed once typing stops, then has it checked. */
export function useKeyEntry({ id, key_present }: Provider): KeyEntry {
  const [typed, setTyped] = useState('');
  const kept = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const check = useAction(async (client, key: string) => {
    if (key !== '' && key !== kept.current) {
      await client.setProviderKey({ params: { id }, body: { key } });
      kept.current = key;
    }
    await client.testProvider({ params: { id } });
  });
  const keep = useAction((client, key: string) => client.setProviderKey({ params: { id }, body: { key } }));
  useEffect(() => () => clearTimeout(timer.current), []);
  const readable = setProviderKeyBody.safeParse({ key: typed });
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
      kept.current = '';
      setTyped('');
    },
    canTest: !check.isPending && (typed === '' ? key_present : readable.success),
    isTesting: check.isPending,
    test: () => {
      clearTimeout(timer.current);
      if (typed === '') check.mutate('');
      else if (readable.success) check.mutate(readable.data.key);
    },
    keepNow: () => {
      clearTimeout(timer.current);
      if (readable.success && readable.data.key !== kept.current && !check.isPending)
        keep.mutate(readable.data.key);
    },
  };
}
