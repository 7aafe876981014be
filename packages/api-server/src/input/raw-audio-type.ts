import type { LiveAudioFormat } from '@quoth/core';
import { ProtocolError } from '../http/envelope.ts';

/** Types of samples without a container. */
const encodings = new Map<string, LiveAudioFormat['encoding']>([
  ['audio/pcm', 'pcm16le'],
  // Network byte order (RFC 2586).
  ['audio/l16', 'pcm16be'],
]);

/** True for a content type of samples without a container. */
export function isRawSamples(mediaType: string): boolean {
  return encodings.has(mediaType);
}

/** The format that a content type such as `audio/pcm;rate=16000` names. Throws 415 without a rate, which nothing else would tell, and for more than one channel. */
export function rawAudioFormatOf(contentType: string): LiveAudioFormat {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const encoding = encodings.get(type);
  const values = new Map(
    parameters.map((parameter) => {
      const [name = '', value = ''] = parameter.split('=', 2);
      return [name, value] as const;
    }),
  );
  const rate = /^\d{1,6}$/.exec(values.get('rate') ?? '')?.[0];
  if (encoding === undefined || rate === undefined || (values.get('channels') ?? '1') !== '1') {
    throw new ProtocolError('UNSUPPORTED_MEDIA_TYPE', {
      message: 'This type does not say what the samples are.',
      hint: 'Send 16-bit samples of one channel, little-endian as "audio/pcm;rate=16000" (big-endian as "audio/l16;rate=16000").',
    });
  }
  return { encoding, rate: Number(rate) };
}
