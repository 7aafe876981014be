/** Formats that are told by their first bytes. `ogg` holds Vorbis or FLAC, `opus` is Ogg with Opus, `webm` any Matroska, `m4a` any MP4. */
export type AudioFormat = 'wav' | 'mp3' | 'aac' | 'm4a' | 'flac' | 'ogg' | 'opus' | 'webm' | 'aiff';

const contentTypes: Readonly<Record<AudioFormat, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  webm: 'audio/webm',
  aiff: 'audio/aiff',
};

/** Media type as registered with IANA, or as browsers know it where none is. */
export function contentTypeOf(format: AudioFormat): string {
  return contentTypes[format];
}

/** File name extension without the dot. */
export function extensionOf(format: AudioFormat): string {
  return format;
}
