import { FLACDecoder } from '@wasm-audio-decoders/flac';
import type { DecodedBlock } from './decoded-block.ts';
import { FileChunks } from './file-chunks.ts';

/** FLAC through libFLAC, compiled to WebAssembly. */
export async function* readFlac(path: string): AsyncGenerator<DecodedBlock> {
  const decoder = new FLACDecoder();
  await decoder.ready;
  try {
    const chunks = new FileChunks(path);
    for await (const chunk of chunks) {
      const { channelData, samplesDecoded, sampleRate } = await decoder.decode(chunk);
      chunks.decoded(samplesDecoded * channelData.length * Float32Array.BYTES_PER_ELEMENT);
      if (samplesDecoded > 0) yield { channels: channelData, sampleRate };
    }
    const { channelData, samplesDecoded, sampleRate } = await decoder.flush();
    if (samplesDecoded > 0) yield { channels: channelData, sampleRate };
  } finally {
    decoder.free();
  }
}
