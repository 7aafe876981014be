import type { ModelFile } from '../engine.ts';
import { RecognitionError } from '../host/recognizer.ts';
import { loadModel } from './load-model.ts';
import type { ModelProbe, ProbeAnswer } from './probe-model.ts';

// A process that loads one model's file, says what it is, and ends.
const [, , file = '{}'] = process.argv;

process.send?.(await answer(JSON.parse(file) as ModelFile));

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
    };
    return { ok: true, probe };
  } catch (error) {
    if (error instanceof RecognitionError) return { ok: false, message: error.message, hint: error.hint };
    return { ok: false, message: 'The engine does not load it.', hint: undefined };
  }
}
