import { useCallback, useLayoutEffect, useRef } from 'react';

/** A handler that stays the same function, so that what it is handed to need not be drawn again, and always runs what was given last. Not to be called while drawing. */
export function useLatest<Given extends readonly unknown[]>(
  run: (...given: Given) => void,
): (...given: Given) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...given) => latest.current(...given), []);
}
