export { AudioDecoder } from './audio-decoder.ts';
export { AudioEncoder } from './audio-encoder.ts';
export { type AudioFormat, contentTypeOf, extensionOf } from './audio-format.ts';
export { AudioIntake } from './audio-intake.ts';
export type { PathPolicy } from './judge-path.ts';
