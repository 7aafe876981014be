import type { ChangeAuthor } from '@quoth/core';
import type { AppOptions } from '../app-options.ts';

/** Who calls: only our own window and command line reach a listener that has the application's controls. */
export function authorOf({ application }: Pick<AppOptions, 'application'>): ChangeAuthor {
  return application === undefined ? 'program' : 'user';
}
