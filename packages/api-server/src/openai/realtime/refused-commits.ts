import type { OpenAiError } from '@quoth/contract';

/** A commit of too little audio. */
export const nothingToCommit: OpenAiError['error'] = {
  type: 'invalid_request_error',
  code: 'input_audio_buffer_commit_empty',
  message:
    'The buffer has less than 100 ms of audio. Append more before you commit; with turn_detection, turns are committed by themselves, and what lies between them is not kept.',
  param: null,
};

/** Its recording was cancelled, and this ends the turn. */
export const cancelledTurn: OpenAiError['error'] = {
  type: 'invalid_request_error',
  code: 'cancelled',
  message:
    'The recording of this turn was cancelled by its user. What you append from now on is recorded again.',
  param: null,
};
