export { amplified } from './amplify.ts';
export { containsSpeech, type SpeechSearch } from './contains-speech.ts';
export { detectSpeech, type SpeechSegment } from './detect-speech.ts';
export { FRAME_RATE, FRAME_SAMPLES, FrameEnergies } from './frame-energies.ts';
export { type CutPlace, PauseFinder } from './pause-finder.ts';
export { planUtterances } from './plan-utterances.ts';
export { VOICE_FRAME, VoiceMeter } from './voice-meter.ts';
