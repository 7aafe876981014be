import { AppError } from '@quoth/core';

/** Bytes of base64 or base64url, with or without padding, line breaks and a `data:` prefix. Throws INVALID_REQUEST for anything else. */
export function decodeBase64(written: string): Uint8Array {
  const start = /^data:[^,]{0,200};base64,/i.exec(written)?.[0].length ?? 0;
  const text = written.slice(start).replace(/[\r\n\t ]+/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text) || text.replace(/=+$/, '').length % 4 === 1) {
    throw new AppError('INVALID_REQUEST', {
      message: '"audio_base64" is not base64.',
      hint: 'Encode the bytes of the file: base64 -w0 talk.wav.',
    });
  }
  return Buffer.from(text, 'base64');
}
