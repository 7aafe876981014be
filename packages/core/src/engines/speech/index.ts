export { amplified } from './amplify.ts';
export { findSpeech, type SpeechStretch } from './find-speech.ts';
export { FRAME_RATE, FRAME_SAMPLES, FrameEnergies, SAMPLE_RATE } from './frame-energies.ts';
export { type CutPlace, PauseFinder } from './pause-finder.ts';
export { planUtterances } from './plan-utterances.ts';
