import type { TranscribeModel } from 'transcribe-cpp';
import type { ModelFile } from '../engine.ts';
import { RecognitionError } from '../host/recognizer.ts';
import { SELF_TEST_LANGUAGE, selfTestErrorRate, selfTestSamples } from '../self-test/self-test.ts';
import { loadModel } from './load-model.ts';
import type { ModelProbe, ProbeAnswer } from './probe-model.ts';

// A process that loads one model's file, says what it is, and ends.
const [, , file = '{}'] = process.argv;

process.send?.(await answer(JSON.parse(file) as ModelFile));

/** A model that fails on a clear sentence is no choice for anybody who did not name it; why it fails does not matter. */
async function tested(model: TranscribeModel): Promise<number | null> {
  const { languages } = model.capabilities;
  if (!languages.includes(SELF_TEST_LANGUAGE)) return null;
  try {
    const session = model.createSession({ nThreads: 1 });
    const { text } = await session.run(selfTestSamples(), { language: SELF_TEST_LANGUAGE });
    return selfTestErrorRate(text);
  } catch {
    return 1;
  }
}

async function answer(modelFile: ModelFile): Promise<ProbeAnswer> {
  try {
    const model = await loadModel(modelFile, 'cpu');
    const { languages, maxTimestampKind, ...can } = model.capabilities;
    const probe: ModelProbe = {
      architecture: model.arch,
      variant: model.variant,
      languages,
      streaming: can.supportsStreaming,
      translate: can.supportsTranslate,
      detectsLanguage: can.supportsLanguageDetect,
      timestamps: maxTimestampKind === 'auto' ? 'none' : maxTimestampKind,
      selfTestErrorRate: await tested(model),
    };
    return { ok: true, probe };
  } catch (error) {
    if (error instanceof RecognitionError) return { ok: false, message: error.message, hint: error.hint };
    return { ok: false, message: 'The engine cannot load it.', hint: undefined };
  }
}
