import type { AudioFormat, ProbedFormat, SniffedFormat } from '@quoth/contract';
import type { RequestAudio } from '../call/request-init.ts';
import type { AudioFile } from './speech-job.ts';

/** Media types registered with IANA, or those that browsers know if none is registered. */
const contentTypes: Readonly<Record<SniffedFormat, string> & Partial<Record<ProbedFormat, string>>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  webm: 'audio/webm',
  aiff: 'audio/aiff',
  aac: 'audio/aac',
  wma: 'audio/x-ms-wma',
  amr: 'audio/AMR',
  avi: 'video/x-msvideo',
  caf: 'audio/x-caf',
  au: 'audio/basic',
  flv: 'video/x-flv',
  wv: 'audio/x-wavpack',
  ape: 'audio/x-ape',
  ac3: 'audio/ac3',
  eac3: 'audio/eac3',
  dts: 'audio/vnd.dts',
  tta: 'audio/x-tta',
  w64: 'audio/x-w64',
  rm: 'audio/x-pn-realaudio',
  mpeg: 'video/mpeg',
  ts: 'video/mp2t',
};

export function contentTypeOf(format: AudioFormat): string {
  return contentTypes[format] ?? 'application/octet-stream';
}

/** The file name that vendors see: made from the format, never from the user's own name. */
export function requestAudio({ path, content, format }: AudioFile): RequestAudio {
  const extension = format === 'opus' ? 'ogg' : format;
  return { path, content, fileName: `audio.${extension}`, contentType: contentTypeOf(format) };
}
