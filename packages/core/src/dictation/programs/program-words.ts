import { AppError, limits } from '@quoth/contract';
import type { RecordingProgram } from '../../declarations/index.ts';

/** The refusals and outcomes of programs that want to record. A program's name is the user's own word for it. */

/** The user has not allowed it, and how that is done. */
export function notAllowed({ tokenId, name }: RecordingProgram): AppError {
  return new AppError('RECORDING_NOT_ALLOWED', {
    hint:
      tokenId === null
        ? 'The user can allow programs with this token to ask in the window, under Programs, or with: quoth tokens allow --shared-token --record ask'
        : `The user can allow it in the window, under Programs, or with: quoth tokens allow ${inShell(name)} --record ask`,
  });
}

/** Names have neither quotes nor anything that a shell would read. */
function inShell(name: string): string {
  return name.includes(' ') ? `"${name}"` : name;
}

export function screenLocked(): AppError {
  return new AppError('RECORDING_NOT_ALLOWED', {
    message: 'The screen is locked, so nobody would see that this program is recording.',
    hint: 'Try again when the user has unlocked the screen.',
  });
}

export function noSign(): AppError {
  return new AppError('RECORDING_NOT_ALLOWED', {
    message: 'Nothing on this machine could show the user that a program is recording.',
    hint: 'Ask the user to open Quoth\'s window ("quoth start"), or to run Quoth on a desktop with X11 or notifications.',
  });
}

export function recorderBusy(): AppError {
  return new AppError('RECORDER_BUSY', { message: 'The user or another program is using the recorder.' });
}

export function questionOpen(): AppError {
  return new AppError('RECORDER_BUSY', { message: 'There is already a question on the screen.' });
}

/** `waitMs`: until the next one is counted as the first of another minute. */
export function tooManyQuestions(waitMs: number): AppError {
  return new AppError('RATE_LIMITED', {
    message: `This program has asked ${limits.questionsPerMinute} times within a minute.`,
    hint: 'Wait a minute before asking again, and put everything into one question.',
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}

export function notThisWay(what: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `A program cannot set "${what}": what it records goes to it alone, from the microphone that the user chose.`,
    hint: 'Omit it; GET /dictation/{id} returns the text.',
  });
}

export function declined(): AppError {
  return new AppError('DECLINED');
}

export function nobodyAnswered(): AppError {
  return new AppError('TIMEOUT', {
    message: `Nobody reacted within ${limits.questionShownMs / 60_000} minutes.`,
    hint: 'The user may be away. Try another way to ask, or ask later.',
  });
}

export function withdrawn(): AppError {
  return new AppError('CANCELLED', {
    message: 'The question was withdrawn before it was answered.',
    hint: 'It is withdrawn when nobody waits for the answer, when the screen is locked, and when the user no longer allows it.',
  });
}

export function noSuchQuestion(): AppError {
  return new AppError('QUESTION_NOT_FOUND');
}

export function onlyPrograms(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: 'Only programs ask questions, through the local API.',
    hint: 'To record yourself: quoth record',
  });
}
