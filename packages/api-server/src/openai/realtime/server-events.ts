import type { OpenAiError, RealtimeServerEvent } from '@quoth/contract';
import type { Item, SessionState } from './session-state.ts';

/** What a committed turn is told by, in order; in the beta's dialect with its one event for the new item. */
export function committedEvents(
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

export function deltaEvent(item_id: string, delta: string): RealtimeServerEvent {
  return {
    type: 'conversation.item.input_audio_transcription.delta',
    item_id,
    content_index: 0,
    delta,
  };
}

/** `seconds`: the length of the turn's audio. */
export function completedEvent(
  { id, recordingId }: Item,
  transcript: string,
  seconds: number,
): RealtimeServerEvent {
  return {
    type: 'conversation.item.input_audio_transcription.completed',
    item_id: id,
    content_index: 0,
    transcript,
    usage: { type: 'duration', seconds },
    ...(recordingId !== undefined && { recording_id: recordingId }),
  };
}

/** A committed turn that has no text. */
export function failedEvent({ id, recordingId }: Item, error: OpenAiError['error']): RealtimeServerEvent {
  return {
    type: 'conversation.item.input_audio_transcription.failed',
    item_id: id,
    content_index: 0,
    error,
    ...(recordingId !== undefined && { recording_id: recordingId }),
  };
}

/** `eventId`: the client's own id of the event that is refused. */
export function errorEvent(error: OpenAiError['error'], eventId: string | undefined): RealtimeServerEvent {
  return { type: 'error', error: { ...error, event_id: eventId ?? null } };
}
