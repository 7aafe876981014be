import { readFileSync } from 'node:fs';
import { SAMPLE_RATE } from '@quoth/audio';
import { say } from '@quoth/contract';
import { serveParent } from '@quoth/processes/parent';
import { ownFile } from '@quoth/processes/places';
import { comparableWords, textFault, wordErrors } from '@quoth/text';
import type { TranscribeModel } from 'transcribe-cpp';
import type { ModelFile } from './engine.ts';
import { RecognitionError } from './recognizer.ts';
import { loadModel } from './transcribe-cpp-model.ts';
import type { ModelProbe, ProbeAnswer, ProbeChannel } from './transcribe-cpp-probe.ts';

// A process that loads one model's file and says what it is.

/**
 * A model that fails on a clear sentence is no choice for anybody who did not name it; why it fails does not matter.
 * One that does not know the language of the sentence fails only where it writes more than can be said.
 */
async function tested(model: TranscribeModel): Promise<number | null> {
  const { languages } = model.capabilities;
  const isKnown = languages.includes(SELF_TEST_LANGUAGE);
  const language = isKnown ? SELF_TEST_LANGUAGE : languages[0];
  const samples = selfTestSamples();
  try {
    const session = model.createSession({ nThreads: 1 });
    const { text } = await session.run(samples, language === undefined ? {} : { language });
    if (isKnown) return selfTestErrorRate(text);
    const fault = textFault(text, samples.length / SAMPLE_RATE);
    return fault === 'too-much' ? 1 : null;
  } catch {
    return isKnown ? 1 : null;
  }
}

async function probe(modelFile: ModelFile): Promise<ProbeAnswer> {
  try {
    const model = await loadModel(modelFile, 'cpu');
    const { languages, maxTimestampKind, ...can } = model.capabilities;
    const found: ModelProbe = {
      architecture: model.arch,
      variant: model.variant,
      languages,
      streaming: can.supportsStreaming,
      translate: can.supportsTranslate,
      detectsLanguage: can.supportsLanguageDetect,
      timestamps: maxTimestampKind === 'auto' ? 'none' : maxTimestampKind,
      selfTestErrorRate: await tested(model),
    };
    return { ok: true, probe: found };
  } catch (error) {
    if (error instanceof RecognitionError) return { ok: false, message: error.why, advice: error.advice };
    return { ok: false, message: say('engineCannotLoad'), advice: undefined };
  }
}

/** A sentence that comes with the application, spoken by a natural synthetic voice (16 kHz, 16 bits, mono). */
const TEXT = 'it was the best of times it was the worst of times';
const HEADER_BYTES = 44;

/** The language that the test is in. */
const SELF_TEST_LANGUAGE = 'en';

/** Its samples, from -1 to 1. */
function selfTestSamples(): Float32Array {
  const file = readFileSync(ownFile('./self-test.wav', import.meta.url));
  const bytes = file.buffer.slice(file.byteOffset + HEADER_BYTES, file.byteOffset + file.length);
  return Float32Array.from(new Int16Array(bytes), (sample) => sample / 32_768);
}

/** Word error rate of a model's text: 0 is perfect, 1 and more is nonsense. */
function selfTestErrorRate(recognized: string): number {
  const { errors, words } = wordErrors(comparableWords(TEXT), comparableWords(recognized));
  return errors / words;
}

serveParent<ProbeChannel>({ on: {}, answer: { probe }, onGone: () => process.kill(process.pid, 'SIGKILL') });
