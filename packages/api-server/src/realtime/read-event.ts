import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AppError,
  type AppErrorDetails,
  check,
  limits,
  type RealtimeClientEvent,
  realtimeClientEvent,
  realtimeClientEventTypes,
  say,
} from '@quoth/contract';
import { Mutex } from '@quoth/core';
import { JsonBudget, JsonBudgetExceeded } from '@quoth/text';
import { ParameterError } from '../http/errors.ts';

type AppendEvent = Extract<RealtimeClientEvent, { audio: string }>;

/** What a client's message means, its audio decoded, or why it means nothing. */
export type ReadEvent =
  | { readonly event: Exclude<RealtimeClientEvent, AppendEvent> }
  | { readonly audio: Buffer }
  | { readonly refusal: AppError; readonly eventId: string | undefined };

/**
 * Of all sessions together, one large message is read at a time: each takes several times its size until its audio is
 * decoded.
 */
const largeMessages = new Mutex();

/** Reads a message; undefined stands for one that is not text. */
export async function readEvent(message: Uint8Array | undefined): Promise<ReadEvent> {
  if (message === undefined) return refused(notJson);
  if (message.length <= limits.largeJsonBytes) return parsed(message);
  return largeMessages.run(async () => {
    // Parsing blocks the event loop, so other work gets a turn before each large message.
    await nextTurn();
    return parsed(message);
  });
}

function parsed(message: Uint8Array): ReadEvent {
  let value: unknown;
  try {
    new JsonBudget({ maxValues: limits.realtimeMessageValues }).push(message);
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(message));
  } catch (error) {
    return refused(error instanceof JsonBudgetExceeded ? tooMuch : notJson);
  }
  const { type, event_id } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const eventId = typeof event_id === 'string' && event_id.length <= MAX_ID_LENGTH ? event_id : undefined;
  if (!realtimeClientEventTypes.some((known) => known === type)) {
    return refused(
      {
        message:
          typeof type === 'string'
            ? say('namedEventNotAccepted', { type: type.slice(0, MAX_TYPE_LENGTH) })
            : say('eventNotAccepted'),
        hint: say('sessionTakesEvents', { types: { list: realtimeClientEventTypes } }),
      },
      'type',
      eventId,
    );
  }
  const result = check(realtimeClientEvent, value);
  if (result.success) return 'audio' in result.data ? decoded(result.data) : { event: result.data };
  const [first] = result.problems;
  const param = first?.path.join('.') ?? '';
  const problem = first?.said ?? say('valueNotValid');
  return refused({ message: say('fieldProblem', { field: param, problem }) }, param, eventId);
}

function decoded({ audio, event_id }: AppendEvent): ReadEvent {
  const bytes = decodeAudio(audio);
  if (bytes) return { audio: bytes };
  return refused(
    { message: say('fieldNotBase64', { field: 'audio' }), hint: say('sendSamplesAsBase64') },
    'audio',
    event_id,
  );
}

const MAX_ID_LENGTH = 512;
const MAX_TYPE_LENGTH = 100;

const notJson = {
  message: say('messageNotEvent'),
  hint: say('sendJsonEvents'),
};

const tooMuch = {
  message: say('messageTooComplex', { count: limits.realtimeMessageValues }),
  hint: say('sendFewerValues'),
};

function refused(details: AppErrorDetails, param?: string, eventId?: string): ReadEvent {
  const refusal =
    param === undefined ? new AppError('INVALID_REQUEST', details) : new ParameterError(param, details);
  return { refusal, eventId };
}

/** Base64 with its padding; anything else is an error, where Node would skip what it does not know. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes of base64; undefined if it is none. */
function decodeAudio(text: string): Buffer | undefined {
  if (text.length % 4 !== 0 || !BASE64.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}
