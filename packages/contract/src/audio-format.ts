/** Formats that only FFmpeg decodes, one file each and never a list of others. `wma` is any ASF, `mpeg` a program stream, `ts` a transport stream. */
const ffmpegFormats = ['wma', 'amr', 'avi', 'caf', 'au', 'flv', 'wv', 'ape', 'mpeg', 'ts'] as const;

/** Audio formats, recognised by their first bytes. `ogg` holds Vorbis or FLAC, `opus` is Ogg with Opus, `webm` any Matroska, `m4a` any MP4. */
export const audioFormats = [
  'wav',
  'mp3',
  'm4a',
  'flac',
  'ogg',
  'opus',
  'webm',
  'aiff',
  'aac',
  ...ffmpegFormats,
] as const;
export type AudioFormat = (typeof audioFormats)[number];
