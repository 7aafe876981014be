import type { AudioFormat, ProbedFormat, SniffedFormat } from '@quoth/contract';

const contentTypes: Readonly<Record<SniffedFormat, string> & Partial<Record<ProbedFormat, string>>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  webm: 'audio/webm',
  aiff: 'audio/aiff',
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
  gsm: 'audio/x-gsm',
  mxf: 'application/mxf',
  qcp: 'audio/qcelp',
};

/** The media type registered with IANA, or the one that browsers know if none is registered; else only that it is bytes. */
export function contentTypeOf(format: AudioFormat): string {
  return contentTypes[format] ?? 'application/octet-stream';
}

/** File name extension without the dot. */
export function extensionOf(format: AudioFormat): string {
  return format;
}
