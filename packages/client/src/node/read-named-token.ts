import { join } from 'node:path';
import { namedTokenFileName, namedTokenFolder, namedTokenPattern } from '@quoth/contract';
import { QuothError } from '../index.ts';
import { readTrustedFile } from './trusted-path.ts';

/**
 * The token that the user made for a program under this name, from its file in the data folder. Throws UNAUTHORIZED where there is none,
 * NO_CONNECTION where somebody else could have put it there.
 */
export async function readNamedToken(dataFolder: string, name: string): Promise<string> {
  const text = await readTrustedFile(join(dataFolder, namedTokenFolder, namedTokenFileName(name)));
  const token = text?.trim() ?? '';
  if (namedTokenPattern.test(token)) return token;
  throw new QuothError('UNAUTHORIZED', {
    message: `There is no token named "${name}": it was revoked, or never made.`,
    hint: `Ask the user to make one: quoth tokens create ${name} --to-file --scopes transcribe,rewrite`,
  });
}
