import { open } from 'node:fs/promises';
import { say } from '@quoth/contract';
import { type DecodedBlock, DecodeError, installFfmpegOrSend } from './wav-and-aiff.ts';

const MIN_BYTES = 256;
const MAX_BYTES = 16 * 1024;
/** How much decoded audio is produced at a time. */
const WANTED_OUTPUT_BYTES = 2 * 1024 * 1024;

/**
 * The bytes of a file in chunks for a decoder. Pass `decoded` the number of bytes that the last chunk became: since
 * silence compresses a thousandfold, the more came out of one chunk, the smaller the next one is.
 */
class FileChunks {
  readonly #path: string;
  #next = MIN_BYTES;

  constructor(path: string) {
    this.#path = path;
  }

  decoded(outputBytes: number): void {
    // A header or a picture tells nothing about what follows it.
    if (outputBytes === 0) return;
    const fitting = Math.floor((this.#next * WANTED_OUTPUT_BYTES) / outputBytes);
    this.#next = Math.max(MIN_BYTES, Math.min(MAX_BYTES, fitting, this.#next * 2));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    await using file = await open(this.#path, 'r');
    for (;;) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(this.#next), 0, this.#next);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  }
}

interface Decoded {
  readonly channelData: Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
}

/** A decoder compiled to WebAssembly. */
interface WasmDecoder {
  readonly ready: Promise<void>;
  decode(chunk: Uint8Array): Decoded | Promise<Decoded>;
  /** What it still holds at the end; mpg123 holds nothing. */
  flush?(): Promise<Decoded>;
  free(): void;
}

async function* readWith(decoder: WasmDecoder, path: string): AsyncGenerator<DecodedBlock> {
  await decoder.ready;
  try {
    const chunks = new FileChunks(path);
    for await (const chunk of chunks) {
      const decoded = await decoder.decode(chunk);
      chunks.decoded(decoded.samplesDecoded * decoded.channelData.length * Float32Array.BYTES_PER_ELEMENT);
      if (decoded.samplesDecoded > 0) yield { channels: decoded.channelData, sampleRate: decoded.sampleRate };
    }
    const last = await decoder.flush?.();
    if (last && last.samplesDecoded > 0) yield { channels: last.channelData, sampleRate: last.sampleRate };
  } finally {
    decoder.free();
  }
}

/** FLAC through libFLAC. */
export async function* readFlac(path: string): AsyncGenerator<DecodedBlock> {
  const { FLACDecoder } = await import('@wasm-audio-decoders/flac');
  yield* readWith(new FLACDecoder(), path);
}

/** MP3 (and MP1, MP2) through mpg123. */
export async function* readMp3(path: string): AsyncGenerator<DecodedBlock> {
  const { MPEGDecoder } = await import('mpg123-decoder');
  yield* readWith(new MPEGDecoder(), path);
}

/** Ogg with Vorbis through libvorbis, or with FLAC through libFLAC. */
export async function* readOgg(path: string): AsyncGenerator<DecodedBlock> {
  const head = await firstBytes(path);
  if (head.includes('\x7fFLAC')) yield* readFlac(path);
  else if (head.includes('\x01vorbis')) yield* readVorbis(path);
  else {
    throw new DecodeError(say('oggNeedsFfmpeg'), installFfmpegOrSend(say('mp3FlacOrWav')));
  }
}

async function* readVorbis(path: string): AsyncGenerator<DecodedBlock> {
  const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis');
  yield* readWith(new OggVorbisDecoder(), path);
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

const PACKETS = 50;

/** Opus in Ogg, WebM or Matroska: mediabunny opens the container, libopus as WebAssembly decodes. */
export async function* readOpus(path: string): AsyncGenerator<DecodedBlock> {
  const { EncodedPacketSink, FilePathSource, Input, MATROSKA, OGG, WEBM } = await import('mediabunny');
  const input = new Input({ source: new FilePathSource(path), formats: [OGG, WEBM, MATROSKA] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new DecodeError(say('fileWithoutAudioTrack'));
    const codec = await track.getCodec();
    if (codec !== 'opus') {
      throw new DecodeError(
        say('codecNeedsFfmpeg', { codec: codec ?? say('thisCodec') }),
        installFfmpegOrSend(say('opusMp3FlacOrWav')),
      );
    }
    const channels = Math.min(2, await track.getNumberOfChannels());
    const { OpusDecoder } = await import('opus-decoder');
    const decoder = new OpusDecoder({ channels, sampleRate: 48_000 });
    await decoder.ready;
    try {
      let frames: Uint8Array[] = [];
      const decoded = function* (): Generator<DecodedBlock> {
        const { channelData, samplesDecoded, sampleRate } = decoder.decodeFrames(frames);
        frames = [];
        if (samplesDecoded > 0) yield { channels: channelData, sampleRate };
      };
      for await (const packet of new EncodedPacketSink(track).packets()) {
        frames.push(packet.data);
        if (frames.length >= PACKETS) yield* decoded();
      }
      yield* decoded();
    } finally {
      decoder.free();
    }
  } finally {
    input.dispose();
  }
}
