import { QuothError } from '@quoth/client';
import type { Question } from '@quoth/contract';

/** Why a question has no answer, as the application says it. */
export function refusedAnswer({ error }: Question): QuothError {
  return new QuothError(error?.code ?? 'CANCELLED', {
    message: error?.message ?? 'The question was not answered.',
    hint: error?.hint,
  });
}
