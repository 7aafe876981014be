export { AudioDecoder } from './audio-decoder.ts';
export { type AudioFormat, contentTypeOf, extensionOf } from './audio-format.ts';
export { AudioIntake } from './audio-intake.ts';
export { encodeFlac } from './encode-flac.ts';
export type { PathPolicy } from './judge-path.ts';
