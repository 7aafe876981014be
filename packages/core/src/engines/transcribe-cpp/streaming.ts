import { detectSpeech, FrameEnergies, SAMPLE_RATE } from '@quoth/audio';
import type { Session } from '../host/recognizer.ts';
import type { RecognizedSpeech } from '../protocol.ts';
import type { ModelRunner } from './model-runner.ts';
import { runOptions } from './run-options.ts';
import { toSpeech } from './to-speech.ts';

/** How much is fed at a time while audio arrives. */
const BLOCK_SAMPLES = SAMPLE_RATE / 4;

/** Live text from a streaming model; its text only grows, but for a last part that may still change. */
export async function recognizeStreaming(runner: ModelRunner, session: Session): Promise<RecognizedSpeech> {
  const { spool, request, signal } = session;
  const { timestamps: _none, family: _prompt, ...options } = runOptions(runner.model, request);
  const energies = new FrameEnergies();
  const stream = await runner.session(request.threads).stream(options);
  try {
    for (;;) {
      const block = await spool.next(BLOCK_SAMPLES, signal);
      if (!block) break;
      energies.push(block);
      const { committedChanged, tentativeChanged } = await stream.feed(toFloats(block));
      if (committedChanged || tentativeChanged)
        session.partial(stream.text.full.trim(), stream.text.committed.trimStart().length);
    }
    await stream.finalize();
    const speechSegments = detectSpeech(energies);
    const { text, language, segments, words, tokens } = stream.snapshot;
    if (speechSegments.length === 0 || text.trim() === '') throw runner.noSpeech();
    session.partial(text.trim());
    return toSpeech(
      { text, language, segments, words, tokens },
      speechSegments,
      runner.spokenLanguage(request),
    );
  } finally {
    stream.reset();
  }
}

function toFloats(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / 32_768);
}
