import { FLACDecoder } from '@wasm-audio-decoders/flac';
import type { DecodedBlock } from './decoded-block.ts';
import { fileChunks } from './file-chunks.ts';

/** FLAC through libFLAC, compiled to WebAssembly. */
export async function* readFlac(path: string): AsyncGenerator<DecodedBlock> {
  const decoder = new FLACDecoder();
  await decoder.ready;
  try {
    for await (const chunk of fileChunks(path)) {
      const { channelData, samplesDecoded, sampleRate } = await decoder.decode(chunk);
      if (samplesDecoded > 0) yield { channels: channelData, sampleRate };
    }
    const { channelData, samplesDecoded, sampleRate } = await decoder.flush();
    if (samplesDecoded > 0) yield { channels: channelData, sampleRate };
  } finally {
    decoder.free();
  }
}
