import type { Recording } from '@quoth/contract';
import { useState } from 'react';

/** Recordings that are chosen for something. */
export interface Selection {
  /** True while pressing a recording chooses it: begun by a button or a long press, for fingers that hold no Shift key. */
  readonly isOn: boolean;
  readonly size: number;
  readonly ids: readonly string[];
  readonly has: (id: string) => boolean;
  /** Adds one or takes it away. */
  readonly toggle: (index: number, id: string) => void;
  /** Adds all from the one that was chosen last to this one. */
  readonly extendTo: (index: number, id: string) => Promise<void>;
  readonly begin: () => void;
  /** Nothing is chosen any more, and pressing a recording opens it. */
  readonly clear: () => void;
}

/** The list that is chosen from. */
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
