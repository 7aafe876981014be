import type { Applications } from '@quoth/core';
import type { ActiveApplication } from './active-application.ts';

/** What core asks of other programs' windows for the rules of modes. A title is passed on only if it was requested. */
export function applicationsFrom(active: ActiveApplication): Applications {
  return {
    active: async ({ titles }) => {
      const seen = await active.current();
      return seen
        ? { program: seen.program, title: titles ? seen.title : undefined, active: true }
        : undefined;
    },
    open: async ({ titles }) => {
      const [seen, current] = await Promise.all([active.open(), active.current()]);
      return seen?.map(({ program, title }) => ({
        program,
        title: titles ? title : undefined,
        active: program === current?.program,
      }));
    },
  };
}
