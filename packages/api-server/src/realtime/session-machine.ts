import {
  englishText,
  type OpenAiError,
  type RealtimeClientEvent,
  type RealtimeServerEvent,
  say,
  type TranscriptionWarning,
} from '@quoth/contract';
import type { LiveSound } from '@quoth/core';
import {
  betaSessionView,
  betaUpdateOf,
  type SessionSettings,
  sessionView,
  updated,
  updateOf,
} from './session-settings.ts';
import type { TurnStep } from './turn-detector.ts';

/** Turns whose text may be on its way at a time; more audio waits in the socket until one is done. */
export const MAX_PENDING = 8;

/** What happens to a session. `eventId` is the client's own id of its event. */
export type RealtimeEvent =
  | { readonly type: 'opened' }
  | {
      readonly type: 'update';
      readonly update: Extract<
        RealtimeClientEvent,
        { type: 'session.update' | 'transcription_session.update' }
      >;
    }
  /** Sound where the client commits its turns. */
  | { readonly type: 'sound'; readonly sound: LiveSound }
  /** What sound does to a turn that is found here. */
  | { readonly type: 'turn'; readonly step: TurnStep }
  | { readonly type: 'commit'; readonly eventId: string | undefined }
  | { readonly type: 'clear' }
  /** The recording of an item has begun; undefined if it is not kept. */
  | { readonly type: 'recorded'; readonly itemId: string; readonly recordingId: string | undefined }
  /** The recording of an item could not begin, or the disk took no more of it, or its user cancelled it. */
  | {
      readonly type: 'interrupted';
      readonly itemId: string;
      readonly error: OpenAiError['error'];
      readonly isCancelled?: boolean;
    }
  | { readonly type: 'grown'; readonly itemId: string; readonly text: string }
  | {
      readonly type: 'transcribed';
      readonly itemId: string;
      readonly text: string;
      readonly seconds: number;
      readonly warning?: TranscriptionWarning | undefined;
    }
  | { readonly type: 'failed'; readonly itemId: string; readonly error: OpenAiError['error'] }
  /** An event of the client that cannot be carried out. */
  | {
      readonly type: 'refused';
      readonly eventId: string | undefined;
      readonly error: OpenAiError['error'];
    }
  /** The session is over, ended by either side. */
  | { readonly type: 'closed' };

/** What is to be done. */
export type RealtimeEffect =
  | { readonly type: 'send'; readonly event: RealtimeServerEvent }
  | { readonly type: 'begin'; readonly itemId: string }
  | { readonly type: 'take'; readonly itemId: string; readonly sound: LiveSound }
  /** The item's audio is complete: its text is wanted. */
  | { readonly type: 'finish'; readonly itemId: string }
  | { readonly type: 'discard'; readonly itemId: string }
  /** Sound is read by these settings from now on. */
  | { readonly type: 'listen'; readonly settings: SessionSettings }
  /** The turn is over: what comes next may begin another one. */
  | { readonly type: 'reset-turns' }
  /** The connection is gone; what it sent still becomes text. */
  | { readonly type: 'abandon'; readonly itemId: string };

interface Step {
  readonly state: SessionState;
  readonly effects: readonly RealtimeEffect[];
}

/** One step of a session of OpenAI's realtime transcription. Pure. */
export function stepSession(state: SessionState, event: RealtimeEvent): Step {
  if (state.isOver) return { state, effects: [] };
  switch (event.type) {
    case 'opened':
      return { state, effects: [send({ type: 'session.created', session: viewOf(state) })] };
    case 'update':
      return update(state, event.update);
    case 'sound':
      return takeSound(state, event.sound);
    case 'turn':
      return turn(state, event.step);
    case 'commit':
      return commit(state, event.eventId);
    case 'clear':
      return {
        state: { ...state, open: undefined, isPassedOver: false },
        effects: [
          ...(state.open ? [{ type: 'discard', itemId: state.open.id } as const] : []),
          { type: 'reset-turns' },
          send({ type: 'input_audio_buffer.cleared' }),
        ],
      };
    case 'recorded':
      return {
        state: withItem(state, event.itemId, (item) => ({ ...item, recordingId: event.recordingId })),
        effects: [],
      };
    case 'interrupted':
      return interrupted(state, event);
    case 'grown':
      return grown(state, event.itemId, event.text);
    case 'transcribed':
      return transcribed(state, event);
    case 'failed':
      return failed(state, event.itemId, event.error);
    case 'refused':
      return { state, effects: [refusal(event.error, event.eventId)] };
    case 'closed':
      return {
        state: { ...state, open: undefined, pending: [], isOver: true },
        effects: state.open
          ? [{ type: isTurn(state.open) ? 'abandon' : 'discard', itemId: state.open.id }]
          : [],
      };
  }
}

function update(state: SessionState, given: Extract<RealtimeEvent, { type: 'update' }>['update']): Step {
  const isBeta = given.type === 'transcription_session.update';
  const settings = updated(state.settings, isBeta ? betaUpdateOf(given.session) : updateOf(given.session));
  if (state.open && !isSame(settings.format, state.settings.format)) {
    const error = {
      type: 'invalid_request_error',
      code: 'invalid_value',
      message: englishText(say('formatFixedInTurn')),
      param: isBeta ? 'session.input_audio_format' : 'session.audio.input.format',
    };
    return { state, effects: [refusal(error, given.event_id)] };
  }
  const next = { ...state, settings, isBeta };
  const session = viewOf(next);
  return {
    state: next,
    effects: [
      { type: 'listen', settings },
      send({ type: isBeta ? 'transcription_session.updated' : 'session.updated', session }),
    ],
  };
}

function takeSound(state: SessionState, sound: LiveSound): Step {
  if (state.isPassedOver) return { state, effects: [] };
  const { state: next, item, effects } = withOpen(state);
  const taken = take(next, item, [sound]);
  return { state: taken.state, effects: [...effects, ...taken.effects] };
}

function turn(state: SessionState, step: TurnStep): Step {
  if (state.isPassedOver) return { state: { ...state, isPassedOver: step.type !== 'stopped' }, effects: [] };
  switch (step.type) {
    case 'started': {
      const { state: next, item, effects } = withOpen(state);
      const event = { audio_start_ms: step.atMs, item_id: item.id };
      const taken = take(next, item, step.sounds);
      return {
        state: taken.state,
        effects: [
          ...effects,
          send({ type: 'input_audio_buffer.speech_started', ...event }),
          ...taken.effects,
        ],
      };
    }
    case 'continued':
      // A turn that could not be recorded goes on, but nothing takes it.
      return state.open ? take(state, state.open, [step.sound]) : { state, effects: [] };
    case 'stopped': {
      if (!state.open) return { state, effects: [] };
      const stopped = send({
        type: 'input_audio_buffer.speech_stopped',
        audio_end_ms: step.atMs,
        item_id: state.open.id,
      });
      const committed = commit(state, undefined);
      return { state: committed.state, effects: [stopped, ...committed.effects] };
    }
  }
}

function withOpen(state: SessionState): Step & { readonly item: Item } {
  if (state.open) return { state, item: state.open, effects: [] };
  const count = state.count + 1;
  const item = {
    id: `item_${state.id.replace(/^sess_/, '')}_${count}`,
    given: '',
    recordingId: undefined,
    samples: 0,
  };
  return { state: { ...state, open: item, count }, item, effects: [{ type: 'begin', itemId: item.id }] };
}

function take(state: SessionState, { id }: Item, sounds: readonly LiveSound[]): Step {
  const samples = sounds.reduce((sum, sound) => sum + sound.samples.length, 0);
  const next = withItem(state, id, (item) => ({ ...item, samples: item.samples + samples }));
  return { state: next, effects: sounds.map((sound) => ({ type: 'take', itemId: id, sound })) };
}

function commit(state: SessionState, eventId: string | undefined): Step {
  const { open } = state;
  if (state.isPassedOver) {
    return {
      state: { ...state, isPassedOver: false },
      effects: [{ type: 'reset-turns' }, refusal(cancelledTurn, eventId)],
    };
  }
  if (!open || !isTurn(open)) return { state, effects: [refusal(nothingToCommit, eventId)] };
  return {
    state: { ...state, open: undefined, pending: [...state.pending, open], previousId: open.id },
    effects: [
      { type: 'reset-turns' },
      ...committedEvents(state, open).map(send),
      { type: 'finish', itemId: open.id },
    ],
  };
}

function interrupted(
  state: SessionState,
  { itemId, error, isCancelled = false }: Extract<RealtimeEvent, { type: 'interrupted' }>,
): Step {
  if (state.open?.id !== itemId) return { state, effects: [] };
  const next = { ...state, open: undefined, isPassedOver: isCancelled };
  if (!isCancelled)
    return {
      state: next,
      effects: [{ type: 'abandon', itemId }, { type: 'reset-turns' }, refusal(error, undefined)],
    };
  const until = say(state.settings.turns ? 'notRecordedUntilTurnEnds' : 'notRecordedUntilCommit');
  const message = `${error.message} ${englishText(until)}`;
  return { state: next, effects: [{ type: 'abandon', itemId }, refusal({ ...error, message }, undefined)] };
}

function grown(state: SessionState, itemId: string, text: string): Step {
  const item = itemOf(state, itemId);
  if (!item || text.length === item.given.length || !text.startsWith(item.given))
    return { state, effects: [] };
  const next = withItem(state, itemId, (one) => ({ ...one, given: text }));
  const delta = text.slice(item.given.length);
  return {
    state: next,
    effects: [send(deltaEvent(itemId, delta))],
  };
}

function transcribed(state: SessionState, event: Extract<RealtimeEvent, { type: 'transcribed' }>): Step {
  const { itemId, text } = event;
  const item = itemOf(state, itemId);
  if (!item) return { state, effects: [] };
  const rest = grown(state, itemId, text);
  return {
    state: withoutItem(rest.state, itemId),
    effects: [...rest.effects, send(completedEvent(item, event))],
  };
}

function failed(state: SessionState, itemId: string, error: OpenAiError['error']): Step {
  const item = itemOf(state, itemId);
  if (!item) return { state, effects: [] };
  return {
    state: withoutItem(state, itemId),
    effects: [send(failedEvent(item, error))],
  };
}

function isSame(one: SessionSettings['format'], other: SessionSettings['format']): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function send(event: RealtimeServerEvent): RealtimeEffect {
  return { type: 'send', event };
}

function refusal(error: OpenAiError['error'], eventId: string | undefined): RealtimeEffect {
  return send(errorEvent(error, eventId));
}

/** Samples (16 kHz) that a turn needs: a tenth of a second, as OpenAI asks for. */
const MIN_SAMPLES = 1_600;

/** A turn: what is spoken between two commits. One recording, if it is kept. */
interface Item {
  readonly id: string;
  /** Text that was given out as deltas. */
  readonly given: string;
  readonly recordingId: string | undefined;
  readonly samples: number;
}

export interface SessionState {
  readonly id: string;
  readonly settings: SessionSettings;
  /** The client speaks as the beta did. */
  readonly isBeta: boolean;
  /** Whose audio comes now. */
  readonly open: Item | undefined;
  /**
   * The user has cancelled the recording of what is being said: nothing takes it until the client, or the turn, has
   * ended it.
   */
  readonly isPassedOver: boolean;
  /** Committed, their text on its way. */
  readonly pending: readonly Item[];
  /** The item that was committed last. */
  readonly previousId: string | null;
  /** How many items there were, for the next one's id. */
  readonly count: number;
  readonly isOver: boolean;
}

/** A session that has just been opened. */
export function newSession(id: string, settings: SessionSettings): SessionState {
  return {
    id,
    settings,
    isBeta: false,
    open: undefined,
    isPassedOver: false,
    pending: [],
    previousId: null,
    count: 0,
    isOver: false,
  };
}

/** True if it has enough audio to be committed. */
function isTurn({ samples }: Item): boolean {
  return samples >= MIN_SAMPLES;
}

/** The open item or one whose text is on its way, by its id. */
function itemOf({ open, pending }: SessionState, itemId: string): Item | undefined {
  return open?.id === itemId ? open : pending.find(({ id }) => id === itemId);
}

/** The session with this item changed. */
function withItem(state: SessionState, itemId: string, change: (item: Item) => Item): SessionState {
  const one = (item: Item) => (item.id === itemId ? change(item) : item);
  return { ...state, open: state.open && one(state.open), pending: state.pending.map(one) };
}

/** The session without this item, whose text has been sent or has failed. */
function withoutItem(state: SessionState, itemId: string): SessionState {
  return { ...state, pending: state.pending.filter(({ id }) => id !== itemId) };
}

/** The session as its client sees it, in the dialect that it speaks. */
function viewOf({ id, settings, isBeta }: SessionState) {
  return isBeta ? betaSessionView(id, settings) : sessionView(id, settings);
}

/** What a committed turn is reported by, in order; in the beta's dialect with its one event for the new item. */
function committedEvents(
  { previousId, isBeta }: Pick<SessionState, 'previousId' | 'isBeta'>,
  { id, recordingId }: Item,
): readonly RealtimeServerEvent[] {
  const item = {
    id,
    object: 'realtime.item',
    type: 'message',
    status: 'completed',
    role: 'user',
    content: [{ type: 'input_audio', transcript: null }],
  } satisfies Extract<RealtimeServerEvent, { item: unknown }>['item'];
  const of = { previous_item_id: previousId };
  const committed: RealtimeServerEvent = {
    type: 'input_audio_buffer.committed',
    item_id: id,
    ...of,
    ...(recordingId !== undefined && { recording_id: recordingId }),
  };
  return isBeta
    ? [committed, { type: 'conversation.item.created', ...of, item }]
    : [
        committed,
        { type: 'conversation.item.added', ...of, item },
        { type: 'conversation.item.done', ...of, item },
      ];
}

function deltaEvent(item_id: string, delta: string): RealtimeServerEvent {
  return {
    type: 'conversation.item.input_audio_transcription.delta',
    item_id,
    content_index: 0,
    delta,
  };
}

/** `seconds`: the length of the turn's audio. */
function completedEvent(
  { id, recordingId }: Item,
  { text: transcript, seconds, warning }: Extract<RealtimeEvent, { type: 'transcribed' }>,
): RealtimeServerEvent {
  return {
    type: 'conversation.item.input_audio_transcription.completed',
    item_id: id,
    content_index: 0,
    transcript,
    usage: { type: 'duration', seconds },
    ...(warning && { warning }),
    ...(recordingId !== undefined && { recording_id: recordingId }),
  };
}

/** A committed turn that has no text. */
function failedEvent({ id, recordingId }: Item, error: OpenAiError['error']): RealtimeServerEvent {
  return {
    type: 'conversation.item.input_audio_transcription.failed',
    item_id: id,
    content_index: 0,
    error,
    ...(recordingId !== undefined && { recording_id: recordingId }),
  };
}

/** `eventId`: the client's own id of the event that is refused. */
function errorEvent(error: OpenAiError['error'], eventId: string | undefined): RealtimeServerEvent {
  return { type: 'error', error: { ...error, event_id: eventId ?? null } };
}

/** A commit of too little audio. */
const nothingToCommit: OpenAiError['error'] = {
  type: 'invalid_request_error',
  code: 'input_audio_buffer_commit_empty',
  message: englishText(say('bufferTooShort')),
  param: null,
};

/** Its recording was cancelled, and this ends the turn. */
const cancelledTurn: OpenAiError['error'] = {
  type: 'invalid_request_error',
  code: 'cancelled',
  message: englishText(say('turnCancelled')),
  param: null,
};
