import { MPEGDecoder } from 'mpg123-decoder';
import type { DecodedBlock } from './decoded-block.ts';
import { FileChunks } from './file-chunks.ts';

/** MP3 (and MP1, MP2) through mpg123, compiled to WebAssembly. */
export async function* readMp3(path: string): AsyncGenerator<DecodedBlock> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const chunks = new FileChunks(path);
    for await (const chunk of chunks) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(chunk);
      chunks.decoded(samplesDecoded * channelData.length * Float32Array.BYTES_PER_ELEMENT);
      if (samplesDecoded > 0) yield { channels: channelData, sampleRate };
    }
  } finally {
    decoder.free();
  }
}
