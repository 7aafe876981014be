import type { Recording } from '@quoth/contract';
import { useState } from 'react';

/** Recordings that are chosen for something. */
export interface Selection {
  /** True while pressing a recording chooses it: begun by a button or a long press, for fingers that hold no Shift key. */
  readonly isOn: boolean;
  readonly size: number;
  readonly ids: readonly string[];
  readonly has: (id: string) => boolean;
  /** Adds one or takes it away; with `range`, all from the one before to this one are added. */
  readonly toggle: (
    index: number,
    id: string,
    range: boolean,
    at: (index: number) => Recording | undefined,
  ) => void;
  readonly begin: () => void;
  /** Nothing is chosen any more, and pressing a recording opens it. */
  readonly clear: () => void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isOn, setOn] = useState(false);
  const [last, setLast] = useState(0);
  return {
    isOn,
    size: ids.size,
    ids: [...ids],
    has: (id) => ids.has(id),
    toggle: (index, id, range, at) => {
      const next = new Set(ids);
      if (range && ids.size > 0) {
        for (let place = Math.min(last, index); place <= Math.max(last, index); place++) {
          const between = at(place);
          if (between) next.add(between.id);
        }
      } else if (next.has(id)) next.delete(id);
      else next.add(id);
      setLast(index);
      setIds(next);
    },
    begin: () => setOn(true),
    clear: () => {
      setIds(new Set());
      setOn(false);
    },
  };
}
