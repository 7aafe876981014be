/** Base64 with its padding; anything else is an error, where Node would skip what it does not know. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes of base64; undefined if it is none. */
export function decodeAudio(text: string): Buffer | undefined {
  if (text.length % 4 !== 0 || !BASE64.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}
