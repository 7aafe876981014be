import type { Settings } from '@quoth/contract';
import { useRead } from '../application/use-read.ts';

/** One of the user's settings; undefined until it is read. */
export function useSetting<Key extends keyof Settings>(key: Key): Settings[Key] | undefined {
  return useRead('getSettings').data?.settings[key];
}
