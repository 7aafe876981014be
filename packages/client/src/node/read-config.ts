import { homedir } from 'node:os';
import type { DataFolderEnvironment } from './data-folder.ts';

/** Where this user's data folder is decided: the one place that reads the environment. */
export function readConfig(): DataFolderEnvironment {
  return { platform: process.platform, home: homedir(), env: process.env };
}
