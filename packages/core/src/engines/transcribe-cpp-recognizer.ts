import {
  LiveSplitter,
  RumbleFilter,
  SAMPLE_RATE,
  speechSegments,
  VOICE_FRAME,
  VoiceDetector,
  type VoiceFrame,
} from '@quoth/audio';
import { say } from '@quoth/contract';
import type { RecognizedSpeech } from '@quoth/text';
import type { HostRequest, HostSpeech, ModelFile } from './engine.ts';
import { recognizeGrowing, withSilence } from './growing-recognition.ts';
import { RecognitionError, type RecognitionSession, type Recognizer } from './recognizer.ts';
import { doubtsAbout, spokenTimes } from './spoken-time.ts';
import type { TranscribeCppConfig } from './transcribe-cpp.ts';
import { ModelCopies, type ModelRunner, noSpeech } from './transcribe-cpp-model.ts';
import { promptFor, runOptions, toSpeech } from './transcribe-cpp-speech.ts';

/** Made by the engine host. Keeps one model in memory: the one of the last request. */
export function createRecognizer(config: unknown): Recognizer {
  const { device } = config as TranscribeCppConfig;
  let loaded: { readonly path: string; readonly copies: Promise<ModelCopies> } | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const open = async (file: ModelFile, before: Promise<ModelCopies> | undefined) => {
    (await before?.catch(() => undefined))?.dispose();
    return ModelCopies.open(file, device);
  };
  return {
    load: async ({ modelFile }) => {
      if (!modelFile) throw new RecognitionError('MODEL_NOT_INSTALLED', say('modelIsNotInstalled'));
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
      const { growing } = session.request;
      if (growing && copies.model.capabilities.supportsStreaming)
        return copies.with((runner) => recognizeStreaming(runner, session));
      if (!growing) return copies.with((runner) => recognizeWhole(runner, session));
      return recognizeSpoken(session, copies.model, (samples, request, signal) => {
        // One copy of the model for all: each decodes for a moment, and the library's thread is one.
        const mine = turn.then(() => copies.with((runner) => runner.recognize(samples, request, signal)));
        turn = mine.catch(() => undefined);
        return mine;
      });
    },
  };
}

async function recognizeWhole(runner: ModelRunner, session: RecognitionSession): Promise<RecognizedSpeech> {
  const { spool, request, signal } = session;
  const sound = await spool.read(0, Math.ceil((request.durationSeconds + 1) * SAMPLE_RATE));
  const samples = request.isDraft ? withSilence(sound) : sound;
  const speech = await runner.recognize(samples, request, signal);
  session.partial(speech.text);
  return speech;
}

/** Whisper has fewer pauses to choose from, since it is asked only at pauses where another model shows the words. */
const KEEP = { whisper: 6 * SAMPLE_RATE, others: 8 * SAMPLE_RATE };
/** Of one core, at most while somebody speaks: with the pauses of speech it is about half a core. */
const SHARE = 0.7;

type Decode = (samples: Int16Array, request: HostRequest, signal: AbortSignal) => Promise<RecognizedSpeech>;

/** Live text from a model that takes whole utterances. */
async function recognizeSpoken(
  session: RecognitionSession,
  model: ModelRunner['model'],
  decode: Decode,
): Promise<HostSpeech> {
  const { spool: sound, request } = session;
  const { apart = false, ...pace } = request.live ?? { share: SHARE, previews: true, isFollowed: true };
  // A vocabulary costs a second run for each, and two threads twice the time of one where others work beside them.
  const passing = { ...request, vocabulary: [], threads: 1 };
  const hasDrafts = promptFor(model, request.vocabulary) !== undefined;
  const keep = model.arch === 'whisper' ? KEEP.whisper : KEEP.others;
  const speech = await recognizeGrowing({
    session,
    sound,
    voice: new VoiceDetector(),
    pace: { keep, ...pace },
    hasDrafts,
    ...(apart && {
      draft: async (range, signal) => {
        const speech = await session.draft(range, signal);
        return speech.text === '' && !speech.doubts ? undefined : speech;
      },
    }),
    decode: async (samples, signal, isPassing) => {
      try {
        return await decode(samples, isPassing ? passing : request, signal);
      } catch (error) {
        if (!RecognitionError.is(error) || error.code !== 'NO_SPEECH') throw error;
        return undefined;
      }
    },
  });
  if (speech.text === '' && !speech.doubts) throw noSpeech();
  return speech;
}

type StreamRunner = Pick<ModelRunner, 'model' | 'recognize' | 'session' | 'spokenLanguage'>;
type StreamSession = Pick<RecognitionSession, 'request' | 'signal' | 'partial'> & {
  readonly spool: Pick<RecognitionSession['spool'], 'next' | 'read'>;
};

/** How much is fed at a time while audio arrives. */
const BLOCK_SAMPLES = SAMPLE_RATE / 4;

/**
 * Live text from a streaming model; its text only grows, but for a last part that may still change. Ends at a pause now
 * and then. What can't be what was said is heard again as a file would be.
 */
export async function recognizeStreaming(runner: StreamRunner, session: StreamSession): Promise<HostSpeech> {
  const { spool, request, signal } = session;
  const { speech, spoken, fed, isCut } = await streamed(runner, session);
  if (spoken.length === 0) throw noSpeech();
  const until = isCut && { until: fed };
  const isDoubtful = speech.text === '' || doubtsAbout(speech, spokenTimes(spoken)).length > 0;
  if (!isDoubtful) return { ...speech, ...until };
  const again = await runner.recognize(await spool.read(0, fed), request, signal);
  session.partial(again.text);
  return { ...again, ...until };
}

/** What the model wrote as it listened, where somebody spoke, and how many samples it heard. */
async function streamed(runner: StreamRunner, session: StreamSession) {
  const { spool, request, signal } = session;
  const { timestamps: _none, family: _prompt, ...options } = runOptions(runner.model, request);
  const detector = new VoiceDetector();
  const rumble = new RumbleFilter();
  const frames: VoiceFrame[] = [];
  const splitter = new LiveSplitter();
  const stream = await runner.session(request.threads).stream(options);
  let fed = 0;
  let isCut = false;
  try {
    while (!isCut) {
      // A cut lies where a block ends.
      const block = await spool.next(splitter.isLong ? VOICE_FRAME : BLOCK_SAMPLES, signal);
      if (!block) break;
      fed += block.length;
      for (const frame of detector.push(block)) {
        frames.push(frame);
        isCut ||= splitter.push(frame.isVoiced);
      }
      const { committedChanged, tentativeChanged } = await stream.feed(toFloats(block, rumble));
      if (committedChanged || tentativeChanged)
        session.partial(stream.text.full.trim(), stream.text.committed.trimStart().length);
    }
    await stream.finalize();
    const spoken = speechSegments(frames);
    const { text, language, segments, words, tokens } = stream.snapshot;
    session.partial(text.trim());
    const heard = { text, language, segments, words, tokens };
    return { speech: toSpeech(heard, spoken, runner.spokenLanguage(request)), spoken, fed, isCut };
  } finally {
    stream.reset();
  }
}

function toFloats(samples: Int16Array, rumble: RumbleFilter): Float32Array {
  const floats = Float32Array.from(samples, (sample) => sample / 32_768);
  rumble.apply(floats);
  return floats;
}
