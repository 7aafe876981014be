import type { FileHandle } from 'node:fs/promises';
import type { AudioFormat } from '@quoth/contract';
import { GatewayError } from '../http/gateway-error.ts';
import type { KeptAudio } from './kept-audio.ts';
import { namelessFile } from './nameless-file.ts';
import { type StorageReport, storageError } from './storage-error.ts';

/** What a decoder reads from; `close` when it is done. */
export interface DecoderSource {
  readonly source: AsyncIterable<Uint8Array> | { readonly descriptor: number };
  close(): Promise<void>;
}

/** An MP4 file with its table at the end has to be seekable. Up to this many bytes are kept in memory for that. */
const MOST_SEEKABLE_BYTES = 64 * 1024 * 1024;

/** The audio as a decoder can read it: through a pipe, or, for an MP4 file with its table at the end, from a nameless file in memory. */
export async function decoderSource(
  audio: KeptAudio,
  format: AudioFormat,
  { memoryFolder, report }: { readonly memoryFolder: string; readonly report: StorageReport },
): Promise<DecoderSource> {
  if (format !== 'm4a' || (await tableComesFirst(audio)))
    return { source: audio.read(), close: async () => {} };
  if (audio.bytes > MOST_SEEKABLE_BYTES)
    throw new GatewayError('audio_decode_failed', {
      message: `This MP4 file has its table at the end; such files may have ${MOST_SEEKABLE_BYTES / 1024 / 1024} MiB. Write it with "-movflags +faststart", or as another format.`,
    });
  const file = await namelessFile(memoryFolder).catch((error: unknown) => {
    throw storageError(error, report);
  });
  try {
    for await (const chunk of audio.read()) await writeWhole(file, chunk);
    return { source: { descriptor: file.fd }, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw storageError(error, report);
  }
}

async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length; )
    done += (await file.write(chunk, done, chunk.length - done)).bytesWritten;
}

/** Walks over the boxes (ISO/IEC 14496-12, section 4.2). */
async function tableComesFirst(audio: KeptAudio): Promise<boolean> {
  for (let at = 0, boxes = 0; at < audio.bytes && boxes < 64; boxes++) {
    const head = Buffer.from(await audio.readAt(at, 16));
    if (head.length < 8) return false;
    const kind = head.toString('latin1', 4, 8);
    if (kind === 'moov') return true;
    if (kind === 'mdat') return false;
    const short = head.readUInt32BE(0);
    const size = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (size < 8) return false;
    at += size;
  }
  return false;
}
