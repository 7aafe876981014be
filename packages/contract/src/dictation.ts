import * as z from 'zod';
import { notice } from './application.ts';
import { applicationRule } from './applications.ts';
import { deliveries } from './deliveries.ts';
import { errorBody } from './error-envelope.ts';
import { given, queryBoolean, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { createModeBody } from './modes.ts';
import { dictationProgram, question } from './questions.ts';
import { transcriptionWarning } from './transcribe.ts';

/** `starting`: the microphone is being opened, nothing is recorded yet. */
export const recordingPhases = ['starting', 'recording'] as const;
export type RecordingPhase = (typeof recordingPhases)[number];

/** The state of a recording after it has ended. The last five are final. */
export const processingPhases = [
  'transcribing',
  'rewriting',
  'delivering',
  'delivered',
  'copied',
  'shown',
  'failed',
  'cancelled',
] as const;
export type ProcessingPhase = (typeof processingPhases)[number];

/** Why a recording ended. */
export const recordingEndings = [
  /** The user stopped it. */
  'stopped',
  /** The user discarded it. */
  'cancelled',
  /** Silence lasted as long as the caller's limit. */
  'silence',
  /** It reached `max_seconds`. */
  'max-seconds',
  /** It reached the maximum length of a recording. */
  'limit',
  /** Nobody spoke for ten minutes. */
  'forgotten',
  'screen-locked',
  'suspended',
  /** The microphone was disconnected. */
  'microphone-lost',
  'microphone-failed',
  /** The disk is full, or cannot be written to. */
  'disk-failed',
  /** Quoth was closed. */
  'closed',
] as const;
export type RecordingEnding = (typeof recordingEndings)[number];

const mode = z.object({ id: z.uuid(), name: z.string() });
const id = z.uuid().describe('Also the id of its recording in the history, unless the dictation is private.');

/** The current recording. Its live text arrives in `transcript-partial` events. */
export const activeRecording = z
  .object({
    id,
    phase: z.enum(recordingPhases),
    mode,
    rule: applicationRule
      .nullable()
      .describe('The rule of this mode that selected it; null if it was requested or is the default.'),
    delivery: z.enum(deliveries),
    program: dictationProgram
      .nullable()
      .describe(
        'The program that asked for it and alone receives its text; null for a dictation by the user.',
      ),
    private: z.boolean().describe('Nothing of it is kept.'),
    device: z.string().nullable().describe('Name of the microphone; null until it is open.'),
    started_at: timestamp.nullable().describe('When its first sample was recorded.'),
    max_ms: z.int().describe('It ends automatically after this time.'),
    streams: z
      .boolean()
      .describe(
        'True: the text updates continuously while the user speaks. False: it arrives phrase by phrase.',
      ),
    warnings: z
      .array(notice)
      .describe('`no-sound`, `still-there`, `limit-near`: what the user should know now.'),
  })
  .meta({ id: 'ActiveRecording' });
export type ActiveRecording = z.output<typeof activeRecording>;

/** A recording that has ended and is being turned into text. */
export const processing = z
  .object({
    id,
    phase: z.enum(processingPhases),
    mode,
    delivery: z.enum(deliveries),
    program: dictationProgram.nullable(),
    private: z.boolean(),
    ended_by: z.enum(recordingEndings),
    duration_ms: z.int().describe('How much was recorded.'),
    text: z.string().nullable().describe('The final text, once available.'),
    error: errorBody.nullable().describe('Why it failed, or why the text was shown but not delivered.'),
    warning: transcriptionWarning
      .optional()
      .describe(
        'What to know of the text: it was not rewritten although its mode rewrites, or the speech is in a language the model does not support.',
      ),
  })
  .meta({ id: 'Processing' });
export type Processing = z.output<typeof processing>;

/** Answer of GET /dictation, and what `dictation-changed` carries. */
export const dictation = z
  .object({
    recording: activeRecording.nullable(),
    processing: z
      .array(processing)
      .describe('In the order of recording; a finished one stays listed for a minute.'),
    question: question
      .nullable()
      .describe('What a program is asking the user now. A program sees only its own.'),
    busy: z
      .boolean()
      .describe('For programs: the user or another program is using the recorder; nothing more is revealed.'),
    refusal: errorBody
      .nullable()
      .describe('Why a recording cannot be started with this mode now; null if it can.'),
    microphone: z.string().nullable().describe('The selected microphone; null follows the system default.'),
    pre_roll: z
      .boolean()
      .describe('The microphone is already open, to capture the moment before the key press.'),
    replaced: z
      .array(z.uuid())
      .describe('Edits by voice whose former text can still be fetched: for ten minutes, from memory.'),
  })
  .meta({ id: 'Dictation' });
export type Dictation = z.output<typeof dictation>;

/** Query of GET /dictation. */
export const dictationQuery = z.object({
  mode_id: given(z.string().max(200)).describe(
    'The mode that `refusal` is about; the default mode when not given.',
  ),
});
export type DictationQuery = z.output<typeof dictationQuery>;

/** Body of POST /dictation/start and /dictation/toggle. */
export const startDictationBody = z
  .object({
    mode_id: given(z.string().max(200)).describe('The mode; the default one when not given.'),
    delivery: given(z.enum(deliveries)).describe('Where the text goes.').meta({ default: 'paste' }),
    max_seconds: given(z.number().min(1).max(limits.audioSeconds)).describe(
      'Ends the recording automatically after this time.',
    ),
    until_silence: given(z.boolean())
      .describe('Ends the recording after this much silence following speech.')
      .meta({ default: false }),
    edit: given(z.boolean())
      .describe(
        'What is said is an instruction about the text that is selected at the cursor, and replaces it; where nothing is selected, the words themselves are written.',
      )
      .meta({ default: false }),
    private: given(z.boolean()).describe('Keeps neither audio nor text.').meta({ default: false }),
    device: given(z.string().min(1).max(300)).describe('A microphone by its name, for this recording only.'),
    trial: given(createModeBody).describe(
      "Transcribes with this mode, which need not be saved, and returns the engine's own text: no text rules, no rewriting. Always private, and delivered nowhere.",
    ),
  })
  .meta({ id: 'StartDictation' });
export type StartDictationBody = z.output<typeof startDictationBody>;

/** Query of GET /dictation/{id}. */
export const processingQuery = z.object({
  wait: given(queryBoolean).describe('Respond only once it has finished.').meta({ default: false }),
});

/** A microphone of this machine, known by its name. */
export const microphone = z
  .object({
    name: z.string(),
    is_default: z.boolean().describe("The system's own choice."),
    is_monitor: z.boolean().describe("Not a microphone but a monitor of the system's audio output."),
  })
  .meta({ id: 'Microphone' });
export type Microphone = z.output<typeof microphone>;
