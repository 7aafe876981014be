import {
  type Advice,
  AppError,
  type Message,
  type Notice,
  type RecordingEnding,
  type Said,
  say,
  withAdvice,
} from '@quoth/contract';
import type { RecordingWarning } from './recording-machine.ts';

interface Warning extends Pick<Notice, 'level'> {
  readonly message: Message;
  readonly hint: Advice;
}

const warnings: Readonly<Record<RecordingWarning, Warning>> = {
  'no-sound': {
    level: 'warning',
    message: say('microphoneSilent'),
    hint: [say('microphoneMaybeMuted'), say('seeOtherMicrophones')],
  },
  'still-there': {
    level: 'warning',
    message: say('noSpeechForLong'),
    hint: [say('speakOrConfirm')],
  },
  'limit-near': {
    level: 'info',
    message: say('recordingLimitNear'),
    hint: [say('stopAndStartAnother')],
  },
};

/** The text was written, and the key that sends it was not pressed, although its user asked for it. */
export function notSent(): AppError {
  return new AppError('NOT_PASTED', { message: say('textNotSent'), hint: say('nameProgramToSend') });
}

/** What a warning says to the user. */
export function warningNotice(id: RecordingWarning): Said<Notice> {
  const { level, message, hint } = warnings[id];
  return withAdvice({ id, level }, { message: [message], hint });
}

export function alreadyRecording(): AppError {
  return new AppError('RECORDER_BUSY', {
    message: say('alreadyRecording'),
    hint: say('endRecordingFirst'),
  });
}

export function nothingIsRecorded(): AppError {
  return new AppError('NOT_RECORDING');
}

export function startWithdrawn(): AppError {
  return new AppError('CANCELLED', {
    message: say('stoppedBeforeBegun'),
    hint: say('startAndSpeak'),
  });
}

export function stillRecording(): AppError {
  return new AppError('BUSY', {
    message: say('stillBeingRecorded'),
    hint: say('stopOrWait'),
  });
}

export function noSuchDictation(): AppError {
  return new AppError('RECORDING_NOT_FOUND', {
    message: say('noSuchDictation'),
    hint: say('seeKeptDictations'),
  });
}

export function nothingReplaced(): AppError {
  return new AppError('RECORDING_NOT_FOUND', {
    message: say('nothingReplaced'),
    hint: say('replacedTextsExpire'),
  });
}

/** What the machine plays cannot be recorded. */
export function playedSoundUnavailable(): AppError {
  return new AppError('MICROPHONE_UNAVAILABLE', {
    message: say('playedSoundUnavailable'),
    hint: say('meetingsNeedSoundServer'),
  });
}

/** The user has to know that others are recorded too. */
export function meetingsNotAllowed(): AppError {
  return new AppError('RECORDING_NOT_ALLOWED', {
    message: say('meetingsNotAllowed'),
    hint: say('allowMeetings'),
  });
}

export function selectionUnreadable(): AppError {
  return new AppError('SELECTION_UNAVAILABLE', {
    message: say('selectionUnreadableHere'),
    hint: say('editByVoiceWorksOn'),
  });
}

/** Nothing is written: what is selected would be replaced by the instruction itself. */
export function selectionNotRead(): AppError {
  return new AppError('SELECTION_UNAVAILABLE', {
    message: say('selectionNotRead'),
    hint: say('selectTextOrDictate'),
  });
}

/** Why a recording came to nothing, for who asked for it. `failure` is what the microphone said. */
export function endedBeforeSound(ending: RecordingEnding, failure: AppError | undefined): AppError {
  if (failure) return failure;
  switch (ending) {
    case 'microphone-lost':
      return new AppError('MICROPHONE_UNAVAILABLE', { message: say('microphoneDisconnected') });
    case 'microphone-failed':
      return new AppError('MICROPHONE_UNAVAILABLE', {
        message: say('microphoneWithoutSound'),
        hint: say('tryAgainOrChooseAnother'),
        remedy: say('seeMicrophones'),
      });
    default:
      return new AppError('CANCELLED', { message: say('endedBeforeAudio') });
  }
}
