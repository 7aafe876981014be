import { PauseFinder, SAMPLE_RATE } from '@quoth/audio';
import type { ModelFile } from '../engine.ts';
import { RecognitionError, type Recognizer, type Session } from '../host/recognizer.ts';
import type { RecognizedSpeech } from '../protocol.ts';
import type { TranscribeCppConfig } from './engine-device.ts';
import { ModelCopies } from './model-copies.ts';
import type { ModelRunner } from './model-runner.ts';
import { recognizeStreaming } from './streaming.ts';

/** Made by the engine host. Keeps one model in memory: the one of the last request. */
export function createRecognizer(config: unknown): Recognizer {
  const { device } = config as TranscribeCppConfig;
  let loaded: { readonly path: string; readonly copies: Promise<ModelCopies> } | undefined;
  let pauses: PauseFinder | undefined;
  const open = async (file: ModelFile, before: Promise<ModelCopies> | undefined) => {
    (await before?.catch(() => undefined))?.dispose();
    pauses ??= await PauseFinder.create();
    return ModelCopies.open(file, device, pauses);
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
