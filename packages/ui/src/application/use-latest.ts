import { useCallback, useLayoutEffect, useRef } from 'react';

/** A handler with a stable identity, so that it causes no renders, which always runs the latest function. Must not be called while rendering. */
export function useLatest<Given extends readonly unknown[]>(
  run: (...given: Given) => void,
): (...given: Given) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...given) => latest.current(...given), []);
}
