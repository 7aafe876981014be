import type { AudioFormat } from '@quoth/contract';
import { writeSpool } from '../spool/write-spool.ts';
import { type BlockReader, DecodeError } from './decoded-block.ts';

/** Each decoder is loaded when it is first used: most runs need none of them. */
const readers: Partial<Record<AudioFormat, () => Promise<BlockReader>>> = {
  wav: async () => (await import('./read-wav.ts')).readWav,
  aiff: async () => (await import('./read-aiff.ts')).readAiff,
  mp3: async () => (await import('./read-mp3.ts')).readMp3,
  flac: async () => (await import('./read-flac.ts')).readFlac,
  ogg: async () => (await import('./read-ogg.ts')).readOgg,
  opus: async () => (await import('./read-opus.ts')).readOpus,
  webm: async () => (await import('./read-opus.ts')).readOpus,
};

/** What to decode; the same for every decoder. */
export interface SpoolJob {
  readonly path: string;
  readonly format: AudioFormat;
  readonly spoolPath: string;
  readonly maximumSamples: number;
}

/** Decodes without FFmpeg and returns the number of samples. Throws DecodeError. */
export async function decodeInProcess(job: SpoolJob): Promise<number> {
  const load = readers[job.format];
  if (!load) {
    throw new DecodeError(
      `This machine has no decoder for ${job.format}.`,
      'Install FFmpeg (Debian: sudo apt-get install -y ffmpeg), or send wav, mp3, flac, ogg, opus, webm or aiff.',
    );
  }
  const reader = await load();
  return writeSpool(reader(job.path), job.spoolPath, job.maximumSamples);
}
