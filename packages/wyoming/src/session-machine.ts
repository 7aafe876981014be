import {
  AppError,
  limits,
  type Message,
  say,
  type WyomingAudioFormat,
  type WyomingTranscribe,
  wyomingAudioFormat,
  wyomingTranscribe,
} from '@quoth/contract';
import type { WyomingEvent } from './event-reader.ts';

/**
 * What a connection is doing: one request after the other, each `transcribe` (if it wants), `audio-start`,
 * `audio-chunk`s, `audio-stop`.
 */
export type WyomingSession =
  | { readonly phase: 'waiting'; readonly asked: WyomingTranscribe; readonly request: number }
  | {
      readonly phase: 'listening';
      readonly format: WyomingAudioFormat;
      readonly bytes: number;
      /** The text that its client has in chunks; undefined before the first one. */
      readonly sentText: string | undefined;
      readonly request: number;
    }
  | {
      readonly phase: 'transcribing';
      readonly sentText: string | undefined;
      readonly request: number;
      /** Its client sends no more: the connection ends with the answer. */
      readonly isLast: boolean;
    }
  | { readonly phase: 'closed'; readonly request: number };

/** What happens to a connection. Inputs of earlier requests than the current one are ignored. */
export type SessionInput =
  | { readonly kind: 'event'; readonly event: WyomingEvent }
  | { readonly kind: 'partial'; readonly request: number; readonly text: string }
  | {
      readonly kind: 'transcribed';
      readonly request: number;
      readonly text: string;
      readonly language: string | null;
    }
  | { readonly kind: 'failed'; readonly request: number; readonly error: AppError }
  /** It cannot go on, and its client learns why. */
  | { readonly kind: 'refused'; readonly error: AppError }
  /** Its client sends no more, and may still read. */
  | { readonly kind: 'ended' }
  /** Its client has gone. */
  | { readonly kind: 'gone' };

/** What is to be done about it. */
export type WyomingEffect =
  | { readonly do: 'describe' }
  | {
      readonly do: 'begin';
      readonly request: number;
      readonly format: WyomingAudioFormat;
      readonly asked: WyomingTranscribe;
    }
  | { readonly do: 'append'; readonly bytes: Uint8Array }
  /** The sound is complete. */
  | { readonly do: 'finish' }
  /** No one waits for the text any more. */
  | { readonly do: 'abandon' }
  | { readonly do: 'send'; readonly event: WyomingEvent }
  /** What was sent goes out, then the connection ends. */
  | { readonly do: 'close' };

/** A connection at its start. */
export const newSession: WyomingSession = { phase: 'waiting', asked: {}, request: 0 };

type Step = readonly [WyomingSession, readonly WyomingEffect[]];

/** State and input in, state and effects out. */
export function step(session: WyomingSession, input: SessionInput): Step {
  if (session.phase === 'closed') return [session, []];
  switch (input.kind) {
    case 'event':
      return received(session, input.event);
    case 'partial':
      return input.request === session.request ? grown(session, input.text) : [session, []];
    case 'transcribed':
      return input.request === session.request ? transcribed(session, input) : [session, []];
    case 'failed':
      return isInFlight(session, input.request) ? refused(session, input.error) : [session, []];
    case 'refused':
      return refused(session, input.error);
    case 'ended':
      if (session.phase === 'transcribing') return [{ ...session, isLast: true }, []];
      return [closed(session), [...abandoned(session), { do: 'close' }]];
    case 'gone':
      return [closed(session), [...abandoned(session), { do: 'close' }]];
  }
}

/** An abandoned request ends with an error, too, which is not sent. */
function isInFlight(session: WyomingSession, request: number): boolean {
  return session.request === request && session.phase !== 'waiting';
}

function received(
  session: Exclude<WyomingSession, { phase: 'closed' }>,
  { type, data, payload }: WyomingEvent,
): Step {
  switch (type) {
    case 'describe':
      return [session, [{ do: 'describe' }]];
    case 'ping':
      return [session, [{ do: 'send', event: { type: 'pong', data: textOf(data) } }]];
    case 'transcribe': {
      if (session.phase !== 'waiting') return refused(session, unexpectedEvent(type));
      const asked = wyomingTranscribe.safeParse(data);
      if (!asked.success) return refused(session, notAsDocumented(type));
      return [{ ...session, asked: asked.data }, []];
    }
    case 'audio-start': {
      if (session.phase !== 'waiting') return refused(session, unexpectedEvent(type));
      return begun(session, data, type);
    }
    case 'audio-chunk': {
      if (session.phase === 'transcribing') return refused(session, unexpectedEvent(type));
      // Some programs leave `audio-start` out, and each chunk has its format anyway.
      const [listening, effects] = session.phase === 'waiting' ? begun(session, data, type) : [session, []];
      if (listening.phase !== 'listening') return [listening, effects];
      const [next, more] = chunkTaken(listening, data, payload);
      return [next, [...effects, ...more]];
    }
    case 'audio-stop':
      if (session.phase === 'transcribing') return refused(session, unexpectedEvent(type));
      if (session.phase === 'waiting') return answered(session, '', null, undefined);
      if (session.bytes === 0) {
        const [next, sent] = answered(session, '', null, undefined);
        return [next, [{ do: 'abandon' }, ...sent]];
      }
      return [
        { phase: 'transcribing', sentText: session.sentText, request: session.request, isLast: false },
        [{ do: 'finish' }],
      ];
    default:
      // Of other services, or of a later version: none of it is for us.
      return [session, []];
  }
}

/** The text of a ping, which comes back with the pong. */
function textOf({ text }: WyomingEvent['data']): WyomingEvent['data'] {
  return typeof text === 'string' ? { text } : {};
}

function begun(
  session: Extract<WyomingSession, { phase: 'waiting' }>,
  data: WyomingEvent['data'],
  type: string,
): Step {
  const format = wyomingAudioFormat.safeParse(data);
  if (!format.success) return refused(session, notAsDocumented(type));
  const request = session.request + 1;
  return [
    { phase: 'listening', format: format.data, bytes: 0, sentText: undefined, request },
    [{ do: 'begin', request, format: format.data, asked: session.asked }],
  ];
}

function chunkTaken(
  session: Extract<WyomingSession, { phase: 'listening' }>,
  data: WyomingEvent['data'],
  payload: Uint8Array | undefined,
): Step {
  const { rate, width, channels } = session.format;
  if (data.rate !== rate || data.width !== width || data.channels !== channels)
    return refused(session, wrong(say('soundFormatChanged')));
  if (!payload) return [session, []];
  if (payload.length % (width * channels) !== 0) return refused(session, wrong(say('chunkEndsInSample')));
  const bytes = session.bytes + payload.length;
  if (bytes > limits.wyomingAudioSeconds * rate * width * channels)
    return refused(
      session,
      new AppError('PAYLOAD_TOO_LARGE', {
        message: say('wyomingTooLong', { minutes: limits.wyomingAudioSeconds / 60 }),
        hint: say('sendInParts'),
      }),
    );
  return [{ ...session, bytes }, [{ do: 'append', bytes: payload }]];
}

function grown(session: WyomingSession, text: string): Step {
  if (session.phase !== 'transcribing' && session.phase !== 'listening') return [session, []];
  const { sentText } = session;
  if (text === '' || text === sentText || !text.startsWith(sentText ?? '')) return [session, []];
  return [{ ...session, sentText: text }, chunks(sentText, text, null)];
}

function transcribed(
  session: WyomingSession,
  { text, language }: { readonly text: string; readonly language: string | null },
): Step {
  if (session.phase !== 'transcribing') return [session, []];
  const [next, sent] = answered(session, text, language, session.sentText);
  return session.isLast ? [closed(next), [...sent, { do: 'close' }]] : [next, sent];
}

/** The text in one event, and between those of a stream for programs that show it as it grows. */
function answered(
  session: WyomingSession,
  text: string,
  language: string | null,
  sentText: string | undefined,
): Step {
  const spoken = language === null ? {} : { language };
  const rest = text.startsWith(sentText ?? '') && (sentText === undefined || text !== sentText);
  return [
    { phase: 'waiting', asked: {}, request: session.request },
    [
      ...(rest ? chunks(sentText, text, language) : []),
      { do: 'send', event: { type: 'transcript', data: { text, ...spoken } } },
      { do: 'send', event: { type: 'transcript-stop', data: {} } },
    ],
  ];
}

function chunks(sentText: string | undefined, text: string, language: string | null): WyomingEffect[] {
  const spoken = language === null ? {} : { language };
  return [
    ...(sentText === undefined
      ? [{ do: 'send', event: { type: 'transcript-start', data: spoken } } as const]
      : []),
    { do: 'send', event: { type: 'transcript-chunk', data: { text: text.slice(sentText?.length ?? 0) } } },
  ];
}

function refused(session: WyomingSession, error: AppError): Step {
  const { code, message, hint } = error;
  const text = hint === undefined ? message : `${message} ${hint}`;
  return [
    closed(session),
    [...abandoned(session), { do: 'send', event: { type: 'error', data: { text, code } } }, { do: 'close' }],
  ];
}

function closed({ request }: WyomingSession): WyomingSession {
  return { phase: 'closed', request };
}

function abandoned({ phase }: WyomingSession): WyomingEffect[] {
  return phase === 'listening' || phase === 'transcribing' ? [{ do: 'abandon' }] : [];
}

function unexpectedEvent(type: string): AppError {
  return wrong(say('wyomingOutOfOrder', { type }));
}

function notAsDocumented(type: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('wyomingDataWrong', { type }),
    hint: say('wyomingFormats'),
  });
}

function wrong(message: Message): AppError {
  return new AppError('INVALID_REQUEST', {
    message,
    hint: say('wyomingOrder'),
  });
}
