export {
  LiveSplitter,
  MAX_CHUNK_SAMPLES,
  type SampleChunk,
  splitAtSilence,
  splitStream,
} from './chunking.ts';
export { declip } from './declip.ts';
export { AudioDecoder, type DecodedAudio, type DecoderLogger, tooLongAudio } from './decode/audio-decoder.ts';
export { channelOfStream, decodeStream, type StreamDecodeJob } from './decode/decode-stream.ts';
export { findFfmpeg } from './decode/ffmpeg.ts';
export { lowerSystemPriority } from './decode/limited-process.ts';
export { DecodeError, wavSeconds } from './decode/wav-and-aiff.ts';
export { type EncodedAudio, encodeFlac, flacOfSamples } from './flac.ts';
export { FormatProbe, PROBED_BYTES, sniffFormat } from './formats.ts';
export { RumbleFilter } from './high-pass.ts';
export { monoSound, type SampleFormat } from './live-channels.ts';
export { isRawRate, RawAudio, type RawAudioFormat } from './raw-audio.ts';
export { Resampler } from './resampler.ts';
export { BYTES_PER_SAMPLE, SAMPLE_RATE, type SampleRange, SpoolMemory, SpoolReader } from './spool.ts';
export {
  type CutPlace,
  containsSpeech,
  cutPlace,
  detectSpeech,
  FRAME_RATE,
  FRAME_SAMPLES,
  type SpeechSearch,
  type SpeechSegment,
  speechIn,
  speechSegments,
  VoiceDetector,
  type VoiceFrame,
} from './voice-activity.ts';
export { VOICE_LINE_BARS, VoiceLine, voiceLineOf } from './voice-line.ts';
export { VOICE_FRAME, VOICE_RATE } from './voice-network.ts';
export { repairWav, WAV_HEADER_BYTES, WavFile, writeAll } from './wav.ts';
