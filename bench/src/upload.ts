import { setTimeout as sleep } from 'node:timers/promises';
import { startApplication } from './measured-process.ts';
import type { Result } from './result.ts';

const MEGABYTE = 1024 * 1024;
const SIZE_MB = 500;

/**
 * A wav file by its first bytes, in a coding that is unknown: what is no audio would be refused after its first block.
 */
function unknownWav(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF\xff\xff\xff\xffWAVEfmt ', 0, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(0x5555, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.write('data\xff\xff\xff\xff', 36, 'latin1');
  return header;
}

/** How much memory a large upload takes. Nothing can be decoded of it: the upload is what is measured. */
export async function benchUpload(): Promise<Result[]> {
  const results: Result[] = [];
  for (const form of ['raw', 'multipart'] as const) {
    const application = await startApplication();
    try {
      await sleep(1_000);
      const before = application.memoryMb();
      const boundary = 'quoth-bench';
      const chunks = async function* () {
        if (form === 'multipart') {
          yield Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
          );
        }
        yield unknownWav();
        for (let sent = 0; sent < SIZE_MB; sent++) yield Buffer.alloc(MEGABYTE, 1);
        if (form === 'multipart') yield Buffer.from(`\r\n--${boundary}--\r\n`);
      };
      const type = form === 'raw' ? 'application/octet-stream' : `multipart/form-data; boundary=${boundary}`;
      const response = await fetch(`${application.baseUrl}/transcribe`, {
        method: 'POST',
        headers: { ...application.headers, 'content-type': type },
        body: ReadableStream.from(chunks()),
        duplex: 'half',
      } as RequestInit);
      const { error } = (await response.json()) as { error: { code: string } };
      if (error.code !== 'AUDIO_DECODE_FAILED') throw new Error(error.code);
      const grown = application.memoryMb('VmHWM') - before;
      results.push({
        what: `a ${SIZE_MB} MB upload, ${form}: growth of resident memory at its peak`,
        measured: `${grown.toFixed(0)} MB`,
        target: 'at most 64 MB',
        met: grown <= 64,
      });
    } finally {
      await application.end();
    }
  }
  return results;
}
