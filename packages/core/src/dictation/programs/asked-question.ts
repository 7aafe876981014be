import type { AppError, ErrorBody, Question, StartDictationBody } from '@quoth/contract';
import type { RecordingProgram } from '../../declarations/index.ts';
import { declined, nobodyAnswered, withdrawn } from './program-words.ts';

/** What a program wants to be told or allowed. */
export interface Wanted {
  readonly program: RecordingProgram;
  /** Null if it asks only whether it may record. */
  readonly question: string | null;
  readonly body: StartDictationBody;
}

/** A question beside what the machine knows of it. */
export interface Asked extends Wanted {
  readonly expiresAt: string;
  /** Settles when its recording has begun, or will not. */
  readonly began: PromiseWithResolvers<string>;
  recordingId: string | null;
  text: string | null;
  error: ErrorBody | null;
}

/** A question that was just asked, shown until then. */
export function newlyAsked(wanted: Wanted, expiresAt: string): Asked {
  return {
    ...wanted,
    expiresAt,
    began: Promise.withResolvers<string>(),
    recordingId: null,
    text: null,
    error: null,
  };
}

/** As the contract shows it. */
export function toQuestion(
  id: string,
  phase: Question['phase'],
  { program, question, expiresAt, recordingId, text, error }: Asked,
): Question {
  return {
    id,
    program: { id: program.tokenId, name: program.name },
    question,
    phase,
    expires_at: expiresAt,
    recording_id: recordingId,
    text,
    error,
  };
}

/** What a question that came to nothing says to who asked it. */
export const endings: Partial<Record<Question['phase'], () => AppError>> = {
  declined,
  expired: nobodyAnswered,
  cancelled: withdrawn,
};

/** Who asks, as the machine knows it. */
export function keyOf(tokenId: string | null): string {
  return tokenId ?? 'shared-token';
}
