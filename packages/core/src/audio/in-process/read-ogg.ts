import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import type { DecodedBlock } from './decoded-block.ts';
import { fileChunks } from './file-chunks.ts';

/** Ogg Vorbis through libvorbis, compiled to WebAssembly. */
export async function* readOgg(path: string): AsyncGenerator<DecodedBlock> {
  const decoder = new OggVorbisDecoder();
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
