import { highlight } from './highlight.ts';

/** A text with its search hits marked. */
export function Hits({ text, search }: { readonly text: string; readonly search: string }) {
  return highlight(text, search).map(({ text: run, isHit, at }) =>
    isHit ? <mark key={at}>{run}</mark> : <span key={at}>{run}</span>,
  );
}
