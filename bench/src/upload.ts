import { setTimeout as sleep } from 'node:timers/promises';
import { post, withApplication } from './application.ts';
import { residentMb } from './processes.ts';
import { atMost, figure, mb, type Result } from './result.ts';
import { wavHeader } from './speech-files.ts';

const MEGABYTE = 1024 * 1024;
const SIZE_MB = 500;
const boundary = 'quoth-bench';

export const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };

/** The parts of a form before a file, and what ends it. */
export function formAround(
  fields: Readonly<Record<string, string>>,
): readonly [before: Buffer, after: Buffer] {
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`);
  const before = `${texts.join('')}${part('name="file"; filename="a.wav"')}`;
  return [Buffer.from(before), Buffer.from(`\r\n--${boundary}--\r\n`)];
}

/** 500 MB behind a header of wav, raw or as the file of a form, a megabyte at a time. */
export async function* largeWav(
  header: Parameters<typeof wavHeader>[1],
  [before, after]: readonly Buffer[] = [],
): AsyncGenerator<Buffer> {
  if (before) yield before;
  yield wavHeader(SIZE_MB * MEGABYTE, header);
  for (let sent = 0; sent < SIZE_MB; sent++) yield Buffer.alloc(MEGABYTE, 1);
  if (after) yield after;
}

/** The row about such an upload. */
export function memoryOfUpload(what: string, grownMb: number): Result {
  const all = `${what}: growth of resident memory at its peak`;
  return figure(all, mb(grownMb), atMost(grownMb, 64, 'MB'));
}

/**
 * How much memory a large upload takes, in a coding that is unknown: nothing can be decoded of it, and what is no audio
 * would be refused after its first block.
 */
export async function benchUpload(): Promise<Result[]> {
  const coding = 0x5555;
  const upload = (form: string, headers: Readonly<Record<string, string>>, body: AsyncIterable<Buffer>) =>
    withApplication(async ({ baseUrl, headers: own, pid }) => {
      await sleep(1_000);
      const before = residentMb(pid);
      const { answer } = await post<{ error: { code: string } }>(`${baseUrl}/transcribe`, {
        headers: { ...own, ...headers },
        body,
      });
      if (answer.error.code !== 'AUDIO_DECODE_FAILED') throw new Error(answer.error.code);
      return memoryOfUpload(`a ${SIZE_MB} MB upload, ${form}`, residentMb(pid, 'VmHWM') - before);
    });
  return [
    await upload('raw', { 'content-type': 'application/octet-stream' }, largeWav({ coding })),
    await upload('multipart', multipart, largeWav({ coding }, formAround({}))),
  ];
}
