/**
 * Formats that only FFmpeg decodes; each is a single file, never a playlist. `wma` is any ASF, `mpeg` a program stream,
 * `ts` a transport stream.
 */
const ffmpegFormats = [
  'wma',
  'amr',
  'avi',
  'caf',
  'au',
  'flv',
  'wv',
  'ape',
  'ac3',
  'eac3',
  'dts',
  'tta',
  'w64',
  'rm',
  'mpeg',
  'ts',
] as const;

/**
 * Formats that FFmpeg tells from their bytes and decodes, by its own names of their demuxers: of phones, dictation
 * machines, cameras, studios and speech corpora. Each is one file that names no other one: no playlists, no pictures,
 * no subtitles, no tracker music.
 */
export const probedFormats = [
  'act',
  'avr',
  'codec2',
  'dhav',
  'dsf',
  'dss',
  'dtshd',
  'dv',
  'gsm',
  'gxf',
  'iff',
  'ilbc',
  'ircam',
  'loas',
  'mlp',
  'mpc',
  'mpc8',
  'mxf',
  'nistsphere',
  'nsv',
  'nut',
  'oma',
  'paf',
  'pvf',
  'qcp',
  'sds',
  'shn',
  'sox',
  'spdif',
  'tak',
  'truehd',
  'voc',
  'vqf',
  'wsd',
  'wve',
  'xwma',
] as const;
type ProbedFormat = (typeof probedFormats)[number];

/**
 * Audio formats, recognised by their first bytes. `ogg` contains Vorbis or FLAC, `opus` is Ogg with Opus, `webm` any
 * Matroska, `m4a` any MP4.
 */
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
export type SniffedFormat = (typeof audioFormats)[number];

/** Every format that is read. */
export type AudioFormat = SniffedFormat | ProbedFormat;

/** Other file extensions of a format. */
const alsoNamed: Partial<Record<AudioFormat, string>> = { m4a: 'mp4', webm: 'mkv', wma: 'wmv' };

/** The formats read without FFmpeg and those that require it, by their common names; for error messages. */
export const audioFormatNames = {
  plain: joinNames(audioFormats.filter((format) => !ffmpegFormats.some((each) => each === format))),
  withFfmpeg: `${joinNames(ffmpegFormats)}, and others such as ${joinNames(['voc', 'gsm', 'dss', 'nistsphere', 'mxf'])}`,
  all: joinNames(audioFormats),
} as const;

function joinNames(formats: readonly AudioFormat[]): string {
  const names = formats.flatMap((format) => [format, ...(alsoNamed[format] ? [alsoNamed[format]] : [])]);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

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

/**
 * The media type registered with IANA, or the one that browsers know if none is registered; else only that it is bytes.
 */
export function contentTypeOf(format: AudioFormat): string {
  return contentTypes[format] ?? 'application/octet-stream';
}
