import { AppError, limits, type StartDictationBody } from '@quoth/contract';
import type { Dictations, ProgramQuestions, RecordingProgram } from '../../declarations/index.ts';
import type { Recorder } from '../recorder.ts';
import { noSuchDictation, nothingIsRecorded } from '../recorder-words.ts';
import { dictationFor } from './dictation-for.ts';
import type { ProgramRecorder } from './program-recorder.ts';
import { notAllowed, notThisWay, onlyPrograms, recorderBusy } from './program-words.ts';

/** The recorder as one caller sees it. */
export interface RecorderView {
  readonly dictations: Dictations;
  readonly questions: ProgramQuestions;
}

/** The recorder as its user sees it: everything. */
export function recorderForUser(recorder: Recorder, programs: ProgramRecorder): RecorderView {
  return {
    dictations: recorder,
    questions: {
      ask: () => Promise.reject(onlyPrograms()),
      wait: () => Promise.reject(onlyPrograms()),
      answer: (id) => programs.questions.answer(id),
      decline: (id) => programs.questions.decline(id),
      permission: () => undefined,
      isOwn: () => true,
      end: (tokenId) => programs.end(tokenId),
    },
  };
}

/**
 * The recorder as a program sees it: as far as the user allows, and nothing of it otherwise. It begins, ends and reads what it asked for itself; what the
 * user or somebody else does is `busy`.
 */
export function recorderForProgram(
  recorder: Recorder,
  programs: ProgramRecorder,
  program: RecordingProgram,
): RecorderView {
  const { tokenId } = program;
  const allowed = () => {
    if (programs.permissionOf(tokenId) === 'never') throw notAllowed(program);
  };
  const isOwn = (id: string) => {
    const owner = recorder.ownerOf(id.toLowerCase());
    return owner !== undefined && owner !== null && owner.id === tokenId;
  };
  const own = (id: string) => {
    allowed();
    if (!isOwn(id)) throw noSuchDictation();
  };
  const state = (modeId?: string) => {
    allowed();
    return dictationFor(recorder.state(modeId), tokenId);
  };
  return {
    dictations: {
      get isBusy() {
        return recorder.isBusy;
      },
      state,
      start: async (given, signal) => {
        allowed();
        return programs.start({ program, question: null, body: bodyOf(given) }, signal);
      },
      stop: () => {
        const { recording, busy } = state();
        if (recording) return recorder.stop();
        throw busy ? recorderBusy() : nothingIsRecorded();
      },
      cancel: () => {
        const { recording, busy, processing } = state();
        const asked = programs.questions.withdraw(tokenId);
        if (asked !== undefined) return asked;
        const working = processing.findLast(({ phase }) => workingPhases.includes(phase));
        const id = recording?.id ?? working?.id;
        if (id === undefined) throw busy ? recorderBusy() : nothingIsRecorded();
        recorder.cancelOne(id);
        return id;
      },
      processing: (id) => {
        own(id);
        return recorder.processing(id);
      },
      finished: async (id, signal) => {
        own(id);
        return recorder.finished(id, signal);
      },
      continue: notForPrograms,
      replacedText: notForPrograms,
      applications: notForPrograms,
      followMicrophones: notForPrograms,
      microphones: notForPrograms,
    },
    questions: {
      ask: async ({ question, mode_id, max_seconds }) => {
        allowed();
        const body = { delivery: 'none', mode_id, max_seconds: max_seconds ?? limits.answerSeconds } as const;
        return programs.ask({ program, question, body: { ...nothingElse, ...body } });
      },
      wait: async (id, milliseconds, signal) => {
        allowed();
        return programs.questions.wait(tokenId, id, milliseconds, signal);
      },
      answer: notForPrograms,
      decline: notForPrograms,
      permission: () => programs.permissionOf(tokenId),
      isOwn,
      end: notForPrograms,
    },
  };
}

const workingPhases: readonly string[] = ['transcribing', 'rewriting', 'delivering'];

const nothingElse = {
  until_silence: undefined,
  edit: undefined,
  private: undefined,
  device: undefined,
  trial: undefined,
} as const;

/** What a program asks for, without what would bring its text elsewhere, or open another device than the user's microphone. */
function bodyOf(given: StartDictationBody): StartDictationBody {
  if (given.delivery !== undefined && given.delivery !== 'none') throw notThisWay('delivery');
  for (const field of ['edit', 'trial', 'device'] as const) if (given[field]) throw notThisWay(field);
  const max_seconds = given.max_seconds ?? limits.programRecordingSeconds;
  if (max_seconds > limits.programRecordingSecondsMax) {
    throw new AppError('INVALID_REQUEST', {
      message: `A program records for at most ${limits.programRecordingSecondsMax} seconds.`,
      hint: 'Set "max_seconds" to no more than that.',
    });
  }
  return {
    ...given,
    ...nothingElse,
    until_silence: given.until_silence,
    private: given.private,
    delivery: 'none',
    max_seconds,
  };
}

function notForPrograms(): never {
  throw new AppError('NOT_FOUND');
}
