import { EncodedPacketSink, FilePathSource, Input, MATROSKA, OGG, WEBM } from 'mediabunny';
import { OpusDecoder } from 'opus-decoder';
import { type DecodedBlock, DecodeError } from './decoded-block.ts';

const PACKETS = 50;

/** Opus in Ogg, WebM or Matroska: mediabunny opens the container, libopus as WebAssembly decodes. */
export async function* readOpus(path: string): AsyncGenerator<DecodedBlock> {
  const input = new Input({ source: new FilePathSource(path), formats: [OGG, WEBM, MATROSKA] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new DecodeError('The file contains no audio track.');
    const codec = await track.getCodec();
    if (codec !== 'opus') {
      throw new DecodeError(
        `Without FFmpeg, ${codec ?? 'this codec'} in this container cannot be decoded.`,
        'Install FFmpeg (Debian: sudo apt-get install -y ffmpeg), or send Opus, mp3, flac or wav.',
      );
    }
    const channels = Math.min(2, await track.getNumberOfChannels());
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
