import type {
  betaRealtimeSession,
  RealtimeFormat,
  RealtimeServerEvent,
  realtimeSession,
  realtimeTranscription,
  realtimeTurnDetection,
} from '@quoth/contract';
import { withoutUndefined } from '@quoth/contract';
import type * as z from 'zod';
import type { TurnRules } from './turn-detector.ts';

export interface SessionSettings {
  readonly format: RealtimeFormat;
  readonly transcription: z.output<typeof realtimeTranscription>;
  /** Null: the client commits its turns itself. */
  readonly turns: TurnRules | null;
  /** Fields of the turn detection that have no effect here. */
  readonly unusedTurnFields: object;
  /** Told back as it was given; it has no effect. */
  readonly noiseReduction: unknown;
  readonly include: readonly string[];
  /** Undefined: as the user has set it. */
  readonly save: boolean | undefined;
}

const defaultTurns: TurnRules = { threshold: 0.5, prefixPaddingMs: 300, silenceDurationMs: 500 };

/** OpenAI's models that know no turns: their clients commit, and say nothing of turn detection. */
const WITHOUT_TURNS = /^gpt-(live-transcribe|realtime-whisper)/i;

const nothingGiven: SessionSettings['transcription'] = {
  model: undefined,
  language: undefined,
  languages: undefined,
  prompt: undefined,
  keywords: undefined,
  delay: undefined,
};

/** Before the client has said anything. */
export function initialSettings(model: string | undefined, save: boolean | undefined): SessionSettings {
  return {
    format: { type: 'audio/pcm', rate: 24_000 },
    transcription: { ...nothingGiven, model },
    turns: WITHOUT_TURNS.test(model ?? '') ? null : defaultTurns,
    unusedTurnFields: {},
    noiseReduction: null,
    include: [],
    save,
  };
}

/** The fields of an update, in whichever form it came; undefined where it says nothing. */
interface Update {
  readonly format: RealtimeFormat | undefined;
  readonly transcription: z.output<typeof realtimeTranscription> | null | undefined;
  readonly turnDetection: z.output<typeof realtimeTurnDetection> | null | undefined;
  readonly noiseReduction: unknown;
  readonly include: readonly string[] | undefined;
  readonly save: boolean | undefined;
}

/** The fields of `session.update`. */
export function updateOf({ audio, include, save }: z.output<typeof realtimeSession>): Update {
  const { format, transcription, turn_detection, noise_reduction } = audio?.input ?? {};
  return {
    format,
    transcription,
    turnDetection: turn_detection,
    noiseReduction: noise_reduction,
    include,
    save,
  };
}

const betaFormats: Readonly<
  Record<NonNullable<z.output<typeof betaRealtimeSession>['input_audio_format']>, RealtimeFormat>
> = {
  pcm16: { type: 'audio/pcm', rate: 24_000 },
  g711_ulaw: { type: 'audio/pcmu' },
  g711_alaw: { type: 'audio/pcma' },
};

/** The fields of `transcription_session.update`. */
export function betaUpdateOf(session: z.output<typeof betaRealtimeSession>): Update {
  const { input_audio_format: format, input_audio_transcription, input_audio_noise_reduction } = session;
  return {
    format: format && betaFormats[format],
    transcription: input_audio_transcription,
    turnDetection: session.turn_detection,
    noiseReduction: input_audio_noise_reduction,
    include: session.include,
    save: session.save,
  };
}

/** The settings with the fields that an update has; what it leaves out stays. */
export function updated(before: SessionSettings, update: Update): SessionSettings {
  const { format, transcription, turnDetection, noiseReduction, include, save } = update;
  const model = transcription?.model;
  const saysNothing = turnDetection === undefined;
  return {
    format: format ?? before.format,
    transcription:
      transcription === undefined
        ? before.transcription
        : { ...before.transcription, ...withoutUndefined(transcription ?? {}) },
    turns: saysNothing
      ? model !== undefined && WITHOUT_TURNS.test(model)
        ? null
        : before.turns
      : turnDetection && {
          threshold: turnDetection.threshold ?? before.turns?.threshold ?? defaultTurns.threshold,
          prefixPaddingMs:
            turnDetection.prefix_padding_ms ?? before.turns?.prefixPaddingMs ?? defaultTurns.prefixPaddingMs,
          silenceDurationMs:
            turnDetection.silence_duration_ms ??
            before.turns?.silenceDurationMs ??
            defaultTurns.silenceDurationMs,
        },
    unusedTurnFields: turnDetection ? unusedFieldsOf(turnDetection) : before.unusedTurnFields,
    noiseReduction: noiseReduction === undefined ? before.noiseReduction : noiseReduction,
    include: include ?? before.include,
    save: save ?? before.save,
  };
}

function unusedFieldsOf({
  idle_timeout_ms,
  create_response,
  interrupt_response,
}: z.output<typeof realtimeTurnDetection>): object {
  return withoutUndefined({ idle_timeout_ms, create_response, interrupt_response });
}

/** The settings as OpenAI's clients read them. */
export function sessionView(
  id: string,
  { format, transcription, turns, unusedTurnFields, noiseReduction, include, save }: SessionSettings,
): Extract<RealtimeServerEvent, { type: 'session.created' }>['session'] {
  return {
    id,
    object: 'realtime.transcription_session',
    type: 'transcription',
    audio: {
      input: {
        format,
        transcription: transcriptionView(transcription),
        turn_detection: turnsView(turns, unusedTurnFields),
        noise_reduction: noiseReduction,
      },
    },
    include,
    ...(save !== undefined && { save }),
  };
}

/** The same as clients of the beta read them. */
export function betaSessionView(
  id: string,
  { format, transcription, turns, unusedTurnFields, noiseReduction, include, save }: SessionSettings,
): Extract<RealtimeServerEvent, { type: 'session.created' }>['session'] {
  const [name] =
    Object.entries(betaFormats).find(([, { type }]) => type === format.type) ?? Object.keys(betaFormats);
  return {
    id,
    object: 'realtime.transcription_session',
    input_audio_format: name,
    input_audio_transcription: transcriptionView(transcription),
    input_audio_noise_reduction: noiseReduction,
    turn_detection: turnsView(turns, unusedTurnFields),
    include,
    ...(save !== undefined && { save }),
  };
}

function transcriptionView(transcription: SessionSettings['transcription']): object {
  return { ...withoutUndefined(transcription), model: transcription.model ?? 'default' };
}

function turnsView(turns: TurnRules | null, unused: object): object | null {
  if (!turns) return null;
  return {
    type: 'server_vad',
    threshold: turns.threshold,
    prefix_padding_ms: turns.prefixPaddingMs,
    silence_duration_ms: turns.silenceDurationMs,
    ...unused,
  };
}
