import { MPEGDecoder } from 'mpg123-decoder';
import type { DecodedBlock } from './decoded-block.ts';
import { fileChunks } from './file-chunks.ts';

/** MP3 (and MP1, MP2) through mpg123, compiled to WebAssembly. */
export async function* readMp3(path: string): AsyncGenerator<DecodedBlock> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for await (const chunk of fileChunks(path)) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(chunk);
      if (samplesDecoded > 0) yield { channels: channelData, sampleRate };
    }
  } finally {
    decoder.free();
  }
}
