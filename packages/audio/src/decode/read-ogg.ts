import { open } from 'node:fs/promises';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { type DecodedBlock, DecodeError } from './decoded-block.ts';
import { FileChunks } from './file-chunks.ts';
import { readFlac } from './read-flac.ts';

/** Ogg with Vorbis through libvorbis, compiled to WebAssembly, or with FLAC through libFLAC. */
export async function* readOgg(path: string): AsyncGenerator<DecodedBlock> {
  const head = await firstBytes(path);
  if (head.includes('\x7fFLAC')) yield* readFlac(path);
  else if (head.includes('\x01vorbis')) yield* readVorbis(path);
  else {
    throw new DecodeError(
      'Without FFmpeg, only Vorbis, FLAC and Opus can be decoded from Ogg.',
      'Install FFmpeg (Debian: sudo apt-get install -y ffmpeg), or send mp3, flac or wav.',
    );
  }
}

async function* readVorbis(path: string): AsyncGenerator<DecodedBlock> {
  const decoder = new OggVorbisDecoder();
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

/** The first page names the codec. */
async function firstBytes(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
