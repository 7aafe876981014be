import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { TranscribeOptions } from '@quoth/contract';
import type { RequestKey } from '../../recordings/index.ts';
import { onlyGiven } from '../planning/work-options.ts';

/** A caller's key with the fingerprint of what it was sent with: the bytes of the audio and the options, in whatever order they came. */
export async function requestKeyOf(
  written: string,
  audioPath: string,
  options: TranscribeOptions,
  madeBy?: string,
): Promise<RequestKey> {
  // What a file is called changes nothing: a form may name the same bytes anew each time.
  const given = Object.entries(onlyGiven({ ...options, source_name: undefined })).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return {
    // A program's keys are its own: another's neither tells that it was used nor gives what it came to. No key has a space in it.
    hash: hashOf(madeBy === undefined ? written : `${madeBy} ${written}`),
    fingerprint: hashOf(`${await hashOfFile(audioPath)} ${JSON.stringify(given)}`),
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
