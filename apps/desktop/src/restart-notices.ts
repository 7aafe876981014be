import { join } from 'node:path';
import type { Notice } from '@quoth/contract';
import type { Config } from './read-config.ts';

/** Tells the user about a restart: requests from that moment may have to be sent again. */
export function restartNotices({ restarts, dataFolder }: Pick<Config, 'restarts' | 'dataFolder'>): Notice[] {
  if (restarts.length === 0) return [];
  return [
    {
      id: 'restarted-after-error',
      level: 'warning',
      message: 'Quoth started itself again after an error of its own. Every recording is kept.',
      hint: `Send again what was refused at that moment. What happened stands in ${join(dataFolder, 'logs', 'quoth.log')}.`,
    },
  ];
}
