import type { Mode } from '@quoth/contract';

/** Where those who work with modes read them. */
export interface ModeSource {
  list(): readonly Mode[];
  /** Throws MODE_NOT_FOUND for an unknown or malformed id. */
  get(id: string): Mode;
  default(): Mode;
}
