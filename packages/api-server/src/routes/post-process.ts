import { limits, postProcessBody } from '@quoth/contract';
import { noteFailure } from '../calls/note-failure.ts';
import { answeredInTime } from '../http/answer-in-time.ts';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import type { Handler } from './handler.ts';

/** Text in, rewritten text out. */
export const postProcess: Handler = async (context, app) => {
  const { core, earlyHeadersMs } = app;
  const { value } = await readJson(context, { maximumBytes: limits.jsonBodyBytes });
  const { signal, startedAtMs, requestId } = context;
  const work = core.postProcessing.run(validated(postProcessBody, value, 'json'), { signal, startedAtMs });
  return answeredInTime(noteFailure(work, context, app), { afterMs: earlyHeadersMs, requestId });
};
