import { asAppError } from '@quoth/contract';
import type { AppOptions } from '../app-options.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * Work whose failure counts as the call's, also when its answer has begun by then: after the headers, only the body says how it ended. Returns
 * the work as it is.
 */
export function noteFailure<Result>(
  work: Promise<Result>,
  { outgoing }: Pick<RequestContext, 'outgoing'>,
  { calls }: Pick<AppOptions, 'calls'>,
): Promise<Result> {
  work.catch((error: unknown) => calls?.failed(outgoing, asAppError(error).code));
  return work;
}
