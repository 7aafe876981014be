import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '../result.ts';
import { askGateway } from './ask.ts';
import { withGateway } from './measured-gateway.ts';

const MEGABYTE = 1024 * 1024;
const SIZE_MB = 500;

/** Memory of a large upload: received, kept in its encrypted file, and sent on to the vendor. */
export async function benchGatewayUpload(): Promise<Result[]> {
  return withGateway({}, async ({ nodes: [node], token }) => {
    if (!node) return [];
    // Code that the first request loads is not the upload's.
    for (let index = 0; index < 20; index++) await askGateway(node.address, token);
    await sleep(1_000);
    const before = node.memoryMb();
    node.forgetPeak();
    const boundary = 'quoth-bench';
    const chunks = async function* () {
      yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="model"\r\n\r\ndeepgram\r\n`);
      yield Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`,
      );
      yield wavHeader(SIZE_MB * MEGABYTE);
      for (let sent = 0; sent < SIZE_MB; sent++) yield Buffer.alloc(MEGABYTE, 1);
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    };
    const response = await fetch(`${node.address}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: ReadableStream.from(chunks()),
      duplex: 'half',
    } as RequestInit);
    if (!response.ok) throw new Error(await response.text());
    const grown = node.memoryMb('VmHWM') - before;
    return [
      {
        what: `gateway: a ${SIZE_MB} MB upload, received and sent on: growth of resident memory at its peak`,
        measured: `${grown.toFixed(0)} MB`,
        target: 'at most 64 MB',
        met: grown <= 64,
      },
    ];
  });
}

/** Plain samples at 96 kHz in stereo, so that so much is a little under an hour. */
function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(96_000, 24);
  header.writeUInt32LE(384_000, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}
