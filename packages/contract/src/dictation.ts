import * as z from 'zod';
import { notice } from './application.ts';
import { errorBody } from './error-envelope.ts';
import { given, queryBoolean, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { applicationRule, createModeBody, openApplication, sendKeys } from './modes.ts';
import { askBody, dictationProgram, question, questionQuery } from './questions.ts';
import { byId, jsonBody, returnsOk, type WrittenRoute } from './route.ts';
import { shortcutModeBody, shortcuts } from './shortcuts.ts';
import { transcriptionWarning } from './transcription.ts';

/** Where a dictation's text goes: into the focused field, onto the clipboard, or only to the caller. */
export const deliveries = ['paste', 'copy', 'none'] as const;
export type Delivery = (typeof deliveries)[number];

/** `starting`: the microphone is being opened, nothing is recorded yet. */
const recordingPhases = ['starting', 'recording'] as const;

/** The state of a recording after it has ended. The last five are final. */
const processingPhases = [
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
const recordingEndings = [
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
  /** No one spoke for ten minutes. */
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
const activeRecording = z
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
    meeting: z.boolean().describe('What the machine plays is recorded too.'),
    device: z.string().nullable().describe('Name of the microphone; null until it is open.'),
    started_at: timestamp.nullable().describe('When its first sample was recorded.'),
    max_ms: z.int().describe('It ends automatically after this time.'),
    streams: z
      .boolean()
      .describe('True: words arrive while the user speaks. False: the text arrives at the end.'),
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
    pressed: z.enum(sendKeys).optional().describe('The key that was pressed after the text, to send it.'),
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
    discarded: z
      .array(z.uuid())
      .describe('Discarded recordings that can still be restored: for ten seconds, then they are deleted.'),
  })
  .meta({ id: 'Dictation' });
export type Dictation = z.output<typeof dictation>;

/** Query of GET /dictation. */
export const dictationQuery = z.object({
  mode_id: given(z.string().max(200)).describe(
    'The mode that `refusal` is about; the default mode when not given.',
  ),
});

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
    send: given(z.boolean())
      .describe(
        "Presses the mode's `sendKey` after the text, or Enter, in the programs of the setting `sendPrograms` alone.",
      )
      .meta({ default: false }),
    private: given(z.boolean()).describe('Keeps neither audio nor text.').meta({ default: false }),
    meeting: given(z.boolean())
      .describe(
        'Records what the machine plays too, in a channel of its own, so that the text says who speaks. Refused until the user has allowed it in the setting `recordMeetings`, and for programs; the text is delivered nowhere.',
      )
      .meta({ default: false }),
    device: given(z.string().min(1).max(300)).describe('A microphone by its name, for this recording only.'),
    switch_headset: given(z.boolean())
      .describe(
        'Switches a Bluetooth headset that is in its music profile to the one with a microphone, and back when the recording has ended. On Linux.',
      )
      .meta({ default: false }),
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
export type MicrophoneFacts = z.output<typeof microphone>;

const startErrors = [
  'RECORDER_BUSY',
  'SELECTION_UNAVAILABLE',
  'MODE_NOT_FOUND',
  'MODEL_NOT_FOUND',
  'MODEL_NOT_INSTALLED',
  'ENGINE_UNAVAILABLE',
  'MISSING_API_KEY',
  'MICROPHONE_UNAVAILABLE',
] as const;

/** What a program is refused for before anything of its request is looked at closely. */
const programErrors = ['RECORDING_NOT_ALLOWED'] as const;
const askErrors = ['RECORDING_NOT_ALLOWED', 'RATE_LIMITED'] as const;

const api = { audience: 'api', needsToken: true, tag: 'Dictation' } as const;
const app = { audience: 'app', needsToken: true, tag: 'Dictation' } as const;

export const dictationRoutes = {
  getShortcuts: {
    method: 'GET',
    path: '/shortcuts',
    ...app,
    summary: 'Global keyboard shortcuts, and why any of them does not work',
    returns: returnsOk({ shortcuts }),
  },
  setShortcutMode: {
    method: 'POST',
    path: '/shortcuts/mode',
    ...app,
    summary: 'Test the shortcuts without recording, or release them while a new one is chosen',
    body: jsonBody(shortcutModeBody),
    returns: returnsOk({ shortcuts }),
  },
  configureShortcuts: {
    method: 'POST',
    path: '/shortcuts/configure',
    ...app,
    summary: "Open the desktop's own dialog for these shortcuts",
    description: 'Where `configurable` says that it has one; it does nothing elsewhere.',
    returns: returnsOk({ shortcuts }),
  },
  getDictation: {
    method: 'GET',
    path: '/dictation',
    ...api,
    scopes: ['record'],
    summary: 'The recorder: the current recording and the state of recent ones; from memory',
    description:
      'A program sees its own recordings and its own question. About any others, it learns only that the recorder is `busy`.',
    query: dictationQuery,
    returns: returnsOk({ dictation }),
    errors: ['MODE_NOT_FOUND', ...programErrors],
  },
  startDictation: {
    method: 'POST',
    path: '/dictation/start',
    ...api,
    scopes: ['record'],
    summary: 'Start recording',
    description:
      'Responds when the first sample has been recorded. If the provider cannot be used, the request is refused before the microphone is opened; a provider that has not been checked yet is allowed. For a program: the text goes to it alone (`delivery` is `none`), a sign on the screen names it, and where the user wants to be asked each time, the response comes when they have decided.',
    body: jsonBody(startDictationBody, { optional: true }),
    returns: returnsOk({ id: z.uuid(), dictation }),
    errors: [...startErrors, ...askErrors, 'DECLINED', 'TIMEOUT', 'CANCELLED'],
  },
  toggleDictation: {
    method: 'POST',
    path: '/dictation/toggle',
    ...app,
    summary: 'Start recording, or stop the current recording',
    body: jsonBody(startDictationBody, { optional: true }),
    returns: returnsOk({ id: z.uuid(), dictation }),
    errors: [...startErrors, ...programErrors],
  },
  stopDictation: {
    method: 'POST',
    path: '/dictation/stop',
    ...api,
    scopes: ['record'],
    summary: 'Stop recording; the text follows',
    description:
      'Responds immediately. `GET /dictation/{id}?wait=true` waits for the text. Refused with NOT_RECORDING while nothing is recorded, and with RECORDER_BUSY for a program if the recording is not its own.',
    returns: returnsOk({ id: z.uuid(), dictation }),
    errors: ['NOT_RECORDING', 'RECORDER_BUSY', ...programErrors],
  },
  cancelDictation: {
    method: 'POST',
    path: '/dictation/cancel',
    ...api,
    scopes: ['record'],
    summary: 'Discard the current recording, or else the latest one being processed',
    description:
      'Nothing is delivered. What the user discards is deleted permanently after ten seconds, and does not appear in the history; `POST /dictation/{id}/undo` restores it until then. What a program cancels is kept in the history as `cancelled`, and can be transcribed later. A program can cancel only its own recording or question.',
    returns: returnsOk({ id: z.uuid(), dictation }),
    errors: ['NOT_RECORDING', 'RECORDER_BUSY', ...programErrors],
  },
  askQuestion: {
    method: 'POST',
    path: '/dictation/ask',
    ...api,
    scopes: ['record'],
    summary: 'Ask the user a question, to be answered by voice',
    description:
      'For programs only. The question appears on the screen under the name of the program, and the user presses a button to answer, or declines. One question at a time, three a minute for each token. Fetch the answer with `GET /dictation/questions/{id}?wait_seconds=45`: wait at once (within 15 s), and again within a minute: a question that no one waits for is withdrawn.',
    body: jsonBody(askBody),
    returns: returnsOk({ question }),
    errors: [...startErrors, ...askErrors],
  },
  getQuestion: {
    method: 'GET',
    path: '/dictation/questions/{id}',
    ...api,
    scopes: ['record'],
    summary: "This program's question and its answer, kept for ten minutes",
    params: byId,
    query: questionQuery,
    returns: returnsOk({ question }),
    errors: ['QUESTION_NOT_FOUND', ...programErrors],
  },
  answerQuestion: {
    method: 'POST',
    path: '/dictation/questions/{id}/answer',
    ...app,
    summary: "Answer a program's question: start recording, for that program only",
    params: byId,
    returns: returnsOk({ question }),
    errors: [
      'QUESTION_NOT_FOUND',
      'RECORDER_BUSY',
      'MODEL_NOT_INSTALLED',
      'ENGINE_UNAVAILABLE',
      'MISSING_API_KEY',
      'MICROPHONE_UNAVAILABLE',
    ],
  },
  declineQuestion: {
    method: 'POST',
    path: '/dictation/questions/{id}/decline',
    ...app,
    summary: "Decline a program's question, even while it is being answered",
    params: byId,
    returns: returnsOk({ question }),
    errors: ['QUESTION_NOT_FOUND'],
  },
  continueDictation: {
    method: 'POST',
    path: '/dictation/continue',
    ...app,
    summary: 'Confirm that the user is still there, after the recorder asked because of a long silence',
    returns: returnsOk({ dictation }),
    errors: ['NOT_RECORDING'],
  },
  getProcessing: {
    method: 'GET',
    path: '/dictation/{id}',
    ...api,
    scopes: ['record'],
    summary: 'The state of one dictation, including private ones, for up to a minute after it has finished',
    params: byId,
    query: processingQuery,
    returns: returnsOk({ processing }),
    errors: ['RECORDING_NOT_FOUND', 'BUSY', ...programErrors],
  },
  undoDiscard: {
    method: 'POST',
    path: '/dictation/{id}/undo',
    ...app,
    summary: 'Restore a recording that was discarded less than ten seconds ago, and transcribe it',
    params: byId,
    returns: returnsOk({ dictation }),
    errors: ['CONFLICT'],
  },
  getReplacedText: {
    method: 'GET',
    path: '/dictation/{id}/replaced',
    ...app,
    summary: 'The text that an edit by voice replaced, for ten minutes',
    params: byId,
    returns: returnsOk({ text: z.string() }),
    errors: ['RECORDING_NOT_FOUND'],
  },
  listApplications: {
    method: 'GET',
    path: '/applications',
    ...app,
    summary: 'Programs with an open window, for the rules of modes; not stored',
    returns: returnsOk({ applications: z.array(openApplication) }),
    errors: ['DESKTOP_UNAVAILABLE'],
  },
  listMicrophones: {
    method: 'GET',
    path: '/microphones',
    ...app,
    summary: 'The microphones of this machine',
    returns: returnsOk({ microphones: z.array(microphone) }),
    errors: ['MICROPHONE_UNAVAILABLE'],
  },
} as const satisfies Record<string, WrittenRoute>;
