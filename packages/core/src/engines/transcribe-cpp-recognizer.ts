import { RumbleFilter, SAMPLE_RATE, speechSegments, VoiceDetector, type VoiceFrame } from '@quoth/audio';
import type { RecognizedSpeech } from '@quoth/text';
import type { ModelFile } from './engine.ts';
import { RecognitionError, type RecognitionSession, type Recognizer } from './recognizer.ts';
import type { TranscribeCppConfig } from './transcribe-cpp.ts';
import { ModelCopies, type ModelRunner } from './transcribe-cpp-model.ts';
import { runOptions, toSpeech } from './transcribe-cpp-speech.ts';

/** Made by the engine host. Keeps one model in memory: the one of the last request. */
export function createRecognizer(config: unknown): Recognizer {
  const { device } = config as TranscribeCppConfig;
  let loaded: { readonly path: string; readonly copies: Promise<ModelCopies> } | undefined;
  const open = async (file: ModelFile, before: Promise<ModelCopies> | undefined) => {
    (await before?.catch(() => undefined))?.dispose();
    return ModelCopies.open(file, device);
  };
  return {
    load: async ({ modelFile }) => {
      if (!modelFile) throw new RecognitionError('MODEL_NOT_INSTALLED', 'The model is not installed.');
      const { path } = modelFile;
      const warm = loaded?.path === path;
      if (!warm) loaded = { path, copies: open(modelFile, loaded?.copies) };
      const mine = loaded;
      try {
        return { device: (await mine?.copies)?.device ?? 'unknown', warm };
      } catch (error) {
        if (loaded === mine) loaded = undefined;
        throw error;
      }
    },
    recognize: async (session) => {
      const copies = await loaded?.copies;
      if (!copies) throw new Error('The model is not loaded.');
      return copies.with((runner) => recognize(runner, session));
    },
  };
}

async function recognize(runner: ModelRunner, session: RecognitionSession): Promise<RecognizedSpeech> {
  const { spool, request, signal } = session;
  if (request.growing && runner.model.capabilities.supportsStreaming)
    return recognizeStreaming(runner, session);
  // A model that turns out not to stream gets the whole audio once it is complete.
  const seconds = request.growing ? await grown(session) : request.durationSeconds;
  const samples = await spool.read(0, Math.ceil((seconds + 1) * SAMPLE_RATE));
  const speech = await runner.recognize(samples, request, signal);
  session.partial(speech.text);
  return speech;
}

/** Waits until a growing spool has ended; its length in seconds. */
async function grown({ spool, signal }: RecognitionSession): Promise<number> {
  let samples = 0;
  for (;;) {
    const block = await spool.next(SAMPLE_RATE, signal);
    if (!block) return samples / SAMPLE_RATE;
    samples += block.length;
  }
}

/** How much is fed at a time while audio arrives. */
const BLOCK_SAMPLES = SAMPLE_RATE / 4;

/** Live text from a streaming model; its text only grows, but for a last part that may still change. */
async function recognizeStreaming(
  runner: ModelRunner,
  session: RecognitionSession,
): Promise<RecognizedSpeech> {
  const { spool, request, signal } = session;
  const { timestamps: _none, family: _prompt, ...options } = runOptions(runner.model, request);
  const detector = new VoiceDetector();
  const rumble = new RumbleFilter();
  const frames: VoiceFrame[] = [];
  const stream = await runner.session(request.threads).stream(options);
  try {
    for (;;) {
      const block = await spool.next(BLOCK_SAMPLES, signal);
      if (!block) break;
      frames.push(...detector.push(block));
      const { committedChanged, tentativeChanged } = await stream.feed(toFloats(block, rumble));
      if (committedChanged || tentativeChanged)
        session.partial(stream.text.full.trim(), stream.text.committed.trimStart().length);
    }
    await stream.finalize();
    const spoken = speechSegments(frames);
    const { text, language, segments, words, tokens } = stream.snapshot;
    if (spoken.length === 0 || text.trim() === '') throw runner.noSpeech();
    session.partial(text.trim());
    return toSpeech({ text, language, segments, words, tokens }, spoken, runner.spokenLanguage(request));
  } finally {
    stream.reset();
  }
}

function toFloats(samples: Int16Array, rumble: RumbleFilter): Float32Array {
  const floats = Float32Array.from(samples, (sample) => sample / 32_768);
  rumble.apply(floats);
  return floats;
}
