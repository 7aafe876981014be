export { OtherSound } from './other-sound.ts';
export { soundOutputs } from './sound-outputs.ts';
