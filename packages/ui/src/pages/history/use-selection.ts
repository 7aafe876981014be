import type { Recording } from '@quoth/contract';
import { useState } from 'react';

/** The selected recordings. */
export interface Selection {
  /** True while tapping a recording selects it: started by a button or a long press, for touch screens without a Shift key. */
  readonly isOn: boolean;
  readonly size: number;
  readonly ids: readonly string[];
  readonly has: (id: string) => boolean;
  /** Adds or removes one. */
  readonly toggle: (index: number, id: string) => void;
  /** Adds all from the last selected one to this one. */
  readonly extendTo: (index: number, id: string) => Promise<void>;
  readonly begin: () => void;
  /** Clears the selection; tapping a recording opens it again. */
  readonly clear: () => void;
}

/** The list to select from. */
interface ChosenFrom {
  readonly of: object;
  readonly between: (first: number, last: number) => Promise<readonly Recording[]>;
}

export function useSelection({ of, between }: ChosenFrom): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isOn, setOn] = useState(false);
  const [last, setLast] = useState<{ readonly index: number; readonly of: object }>();
  const toggle = (index: number, id: string) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setLast({ index, of });
    setIds(next);
  };
  return {
    isOn,
    size: ids.size,
    ids: [...ids],
    has: (id) => ids.has(id),
    toggle,
    extendTo: async (index, id) => {
      // A place in another search is another recording's.
      if (ids.size === 0 || last?.of !== of) return toggle(index, id);
      setLast({ index, of });
      const more = await between(Math.min(last.index, index), Math.max(last.index, index));
      setIds((before) => new Set([...before, ...more.map((recording) => recording.id)]));
    },
    begin: () => setOn(true),
    clear: () => {
      setIds(new Set());
      setOn(false);
    },
  };
}
