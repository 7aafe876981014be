import { AppError, type Notice, type RecordingEnding, type Remedy, withAdvice } from '@quoth/contract';
import type { RecordingWarning } from './recording-machine.ts';

interface Warning extends Pick<Notice, 'level' | 'message'> {
  readonly hint: string;
  readonly remedy?: Remedy;
}

const warnings: Readonly<Record<RecordingWarning, Warning>> = {
  'no-sound': {
    level: 'warning',
    message: 'The microphone delivers only silence.',
    hint: 'It may be muted, or another program may have it.',
    remedy: { kind: 'see', place: 'microphones', that: 'shows the others.' },
  },
  'still-there': {
    level: 'warning',
    message: 'No speech for five minutes. The recording stops after ten.',
    hint: 'Speak, or confirm that you are still there.',
  },
  'limit-near': {
    level: 'info',
    message: 'This recording has nearly reached the limit of six hours. It stops in at most ten minutes.',
    hint: 'Stop it and start another one.',
  },
};

/** What a warning says to the user. */
export function warningNotice(id: RecordingWarning): Notice {
  const { level, message, hint, remedy } = warnings[id];
  return withAdvice({ id, level, message }, { hint: remedy === undefined ? [hint] : [hint, remedy] });
}

export function alreadyRecording(): AppError {
  return new AppError('RECORDER_BUSY', {
    message: 'A recording is already in progress.',
    remedy: { kind: 'end-recording' },
  });
}

export function nothingIsRecorded(): AppError {
  return new AppError('NOT_RECORDING');
}

export function startWithdrawn(): AppError {
  return new AppError('CANCELLED', {
    message: 'The recording was stopped before it began.',
    hint: 'Start again, and stop once you have spoken.',
  });
}

export function stillRecording(): AppError {
  return new AppError('BUSY', {
    message: 'This dictation is still being recorded.',
    remedy: { kind: 'stop-or-wait' },
  });
}

export function noSuchDictation(): AppError {
  return new AppError('RECORDING_NOT_FOUND', {
    message: 'There is no dictation with this id, or it finished more than a minute ago.',
    remedy: { kind: 'see', place: 'recording', that: 'has every dictation that was kept.' },
  });
}

export function nothingReplaced(): AppError {
  return new AppError('RECORDING_NOT_FOUND', {
    message: 'No text that this dictation replaced is kept.',
    hint: 'What an edit by voice replaced is kept in memory for ten minutes. The program that has the text may undo it.',
  });
}

export function selectionUnreadable(): AppError {
  return new AppError('SELECTION_UNAVAILABLE', {
    message: 'On this desktop, Quoth cannot read the text that is selected.',
    hint: 'Edit by voice works on X11, macOS and Windows.',
  });
}

/** Nothing is written: what is selected would be replaced by the instruction itself. */
export function selectionNotRead(): AppError {
  return new AppError('SELECTION_UNAVAILABLE', {
    message: 'No selected text could be read, so nothing was changed.',
    hint: 'Select the text and try again. To write what you say, use the shortcut for dictation.',
  });
}

/** Said while the instruction is spoken, which becomes a text itself. */
export const NOTHING_SELECTED = 'No selected text was found: what you say is written as it is.';

/** Why a recording came to nothing, for who asked for it. `failure` is what the microphone said. */
export function endedBeforeSound(ending: RecordingEnding, failure: AppError | undefined): AppError {
  if (failure) return failure;
  switch (ending) {
    case 'microphone-lost':
      return new AppError('MICROPHONE_UNAVAILABLE', { message: 'The microphone was disconnected.' });
    case 'microphone-failed':
      return new AppError('MICROPHONE_UNAVAILABLE', {
        message: 'The microphone was opened but delivered no sound.',
        hint: 'Try again, or choose another one.',
        remedy: { kind: 'see', place: 'microphones', that: 'shows them.' },
      });
    default:
      return new AppError('CANCELLED', { message: 'The recording ended before any audio arrived.' });
  }
}
