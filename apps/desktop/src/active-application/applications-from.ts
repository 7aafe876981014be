import { visibleLine } from '@quoth/contract';
import type { Applications } from '@quoth/core';
import type { ActiveApplication } from './active-application.ts';

/** What core asks of other programs' windows for the rules of modes. A title is passed on only if it was requested. */
export function applicationsFrom(active: ActiveApplication): Applications {
  return {
    active: async ({ titles }) => {
      const seen = await active.current();
      return seen
        ? { program: visibleLine(seen.program), title: titleOf(seen, titles), active: true }
        : undefined;
    },
    open: async ({ titles }) => {
      const [seen, current] = await Promise.all([active.open(), active.current()]);
      return seen?.map((window) => ({
        program: visibleLine(window.program),
        title: titleOf(window, titles),
        active: window.program === current?.program,
      }));
    },
  };
}

/** Titles are what pages and documents say: nothing invisible of them is passed on, and nothing that turns text around. */
function titleOf({ title }: { readonly title?: string | undefined }, wanted: boolean): string | undefined {
  return wanted && title !== undefined ? visibleLine(title) : undefined;
}
