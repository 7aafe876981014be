import { PauseFinder, SAMPLE_RATE } from '@quoth/audio';
import { RecognitionError, type Recognizer, type Session } from '../host/recognizer.ts';
import type { RecognizedSpeech } from '../protocol.ts';
import type { TranscribeCppConfig } from './engine-device.ts';
import { loadModel } from './load-model.ts';
import { ModelRunner } from './model-runner.ts';
import { recognizeStreaming } from './streaming.ts';

/** Made by the engine host. Keeps one model in memory: the one of the last request. */
export function createRecognizer(config: unknown): Recognizer {
  const { device } = config as TranscribeCppConfig;
  let loaded: { readonly path: string; readonly runner: ModelRunner } | undefined;
  let pauses: PauseFinder | undefined;
  return {
    load: async ({ modelFile }) => {
      if (!modelFile) throw new RecognitionError('MODEL_NOT_INSTALLED', 'The model is not installed.');
      const warm = loaded?.path === modelFile.path;
      if (!warm) {
        loaded?.runner.dispose();
        loaded = undefined;
        pauses ??= await PauseFinder.create();
        const model = await loadModel(modelFile, device);
        loaded = { path: modelFile.path, runner: new ModelRunner(model, pauses) };
      }
      return { device: loaded?.runner.model.device.deviceType ?? 'unknown', warm };
    },
    recognize: (session) => {
      if (!loaded) throw new Error('The model is not loaded.');
      return recognize(loaded.runner, session);
    },
  };
}

async function recognize(runner: ModelRunner, session: Session): Promise<RecognizedSpeech> {
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
async function grown({ spool, signal }: Session): Promise<number> {
  let samples = 0;
  for (;;) {
    const block = await spool.next(SAMPLE_RATE, signal);
    if (!block) return samples / SAMPLE_RATE;
    samples += block.length;
  }
}
