import * as z from 'zod';
import { failing } from './checks.ts';
import { given } from './fields.ts';
import { languageChoices } from './languages.ts';
import { defaultWyomingPort, limits } from './limits.ts';
import { visibleLine } from './plain-text.ts';
import { jsonBody, returnsOk, type WrittenRoute } from './route.ts';
import { sharedTokenPermissions } from './scopes.ts';
import { moreShortcut, type ShortcutAction, shortcut } from './shortcuts.ts';

const folder = z.string().min(1).max(4_096);

/** A mirror to download models from instead of the hub: its origin, and a path if needed. */
const mirror = z.string().trim().max(2_000).refine(isMirror, failing('mirrorAddress'));

function isMirror(written: string): boolean {
  const url = URL.parse(written);
  if (url?.username !== '' || url.password !== '' || /[?#]/.test(written)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** True for a host name that means this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** True for an address that only a local network has: RFC 1918, link-local, and the same of IPv6. */
export function isPrivateAddress(address: string): boolean {
  return (
    /^(10\.\d+|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+$/.test(address) ||
    /^(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):[0-9a-f:]*(%[\w.-]+)?$/i.test(address)
  );
}

/**
 * True for an address of a web address that http may reach in the local network; what a name means, only a connection
 * tells.
 */
export function isInLocalNetwork({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'http:' &&
    (isPrivateAddress(hostname.replace(/^\[|\]$/g, '')) || /^[\w.-]+\.local$/i.test(hostname))
  );
}

/** The fields of the user's settings. */
export const settingFields = {
  apiEnabled: z.boolean().describe('Whether the local API is on, now and after restarts.'),
  apiFixedPort: z
    .int()
    .min(1024)
    .max(65_535)
    .nullable()
    .describe('A fixed port chosen by the user; null: the last one used, or a free one.'),
  apiContainerSocket: z
    .boolean()
    .describe(
      'While the local API is on, it is also at a Unix socket that can be mounted into containers and takes named tokens only; not on Windows.',
    ),
  allowedFolders: z
    .array(folder)
    .max(100)
    .nullable()
    .describe('Folders whose files POST /transcribe may read by path; null: the default set.'),
  saveApiTranscriptions: z
    .boolean()
    .describe(
      'Keep audio and transcript of API transcriptions in the history unless the request says otherwise.',
    ),
  wyomingEnabled: z
    .boolean()
    .describe(
      'Whether Home Assistant and other programs may use Quoth through the Wyoming protocol, which has no passwords; on this machine only.',
    ),
  wyomingPort: z.int().min(1024).max(65_535).describe('Port of the Wyoming listener, on 127.0.0.1.'),
  wyomingMode: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .describe(
      'Id of the mode for Wyoming requests, applied in full, including its provider; null: the default mode, with models on this machine only and without rewriting.',
    ),
  saveWyomingTranscriptions: z
    .boolean()
    .describe('Keep audio and transcript of Wyoming transcriptions in the history.'),
  queueWaiting: z.int().min(1).max(1_000).describe('Maximum number of transcriptions waiting for an engine.'),
  applicationIdleSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .describe(
      'Seconds after which an application started by a command exits once it is no longer needed; 0: never.',
    ),
  engineIdleSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .describe('Seconds after which an idle engine is unloaded; 0 keeps it loaded.'),
  engineMemoryMb: z
    .int()
    .min(256)
    .max(1_048_576)
    .describe(
      'Megabytes that an engine process may use beyond the size of its model file before it is stopped.',
    ),
  engineDevice: z
    .enum(['auto', 'cpu', 'metal', 'vulkan', 'cuda', 'rocm'])
    .describe(
      'Where neural models run; `auto` uses the best available device. If the chosen device is missing, that is an error; there is no silent fallback.',
    ),
  modelMirror: mirror
    .nullable()
    .describe('Base URL of a mirror to use instead of the model hub; null: the hub itself.'),
  historyRetentionDays: z
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .describe('Once a day, recordings older than this many days are moved to the trash; null keeps them.'),
  keyStorage: z
    .enum(['secure-store', 'file'])
    .describe(
      'Where provider keys are stored on a machine without a secure store: nowhere, or in files that only this user can read.',
    ),
  microphone: z
    .string()
    .min(1)
    .max(300)
    .nullable()
    .describe('Name of the microphone to record from; null follows the system default.'),
  microphonePreRollMs: z
    .int()
    .min(0)
    .max(2_000)
    .describe(
      'Milliseconds of audio kept in memory before the key press; 0: the microphone stays closed until then.',
    ),
  indicatorSize: z
    .enum(['full', 'small'])
    .describe('Size of the indicator shown while a microphone is open; it cannot be hidden.'),
  trayIcon: z.boolean().describe('Shows an icon with a menu in the system tray, if the desktop has one.'),
  otherSound: z
    .enum(['keep', 'pause', 'lower', 'mute'])
    .describe(
      "What becomes of other sound while recording: `pause` pauses music and videos (MPRIS, on Linux), `lower` lowers the machine's audio output (on Linux), `mute` mutes it (on Linux and macOS); all are put back.",
    ),
  recordMeetings: z
    .boolean()
    .describe('You may record meetings: the microphone and everything that the machine plays.'),
  soundCues: z.boolean().describe('Plays a short sound when a recording starts and stops.'),
  liveTextForPrograms: z.boolean().describe('Programs may read the live text of a dictation.'),
  sharedTokenRecord: z
    .enum(sharedTokenPermissions)
    .describe(
      'Whether programs with the token of the discovery file may ask to record: `never`, or `ask` each time.',
    ),
  programsMayPurge: z
    .boolean()
    .describe('Programs may delete recordings in the trash permanently, through the local API.'),
  readWindowTitles: z
    .boolean()
    .describe('The rules of modes may use the title of the focused window; it is not stored.'),
  pasteIntoAnyWindow: z
    .boolean()
    .describe(
      'A dictation is written wherever the cursor is when its text is ready, not only in the window in which it was spoken.',
    ),
  accessibilityWhileRunning: z
    .boolean()
    .describe(
      "Keeps the desktop's accessibility on until the application is quit, over a logout too, so that programs built on Chromium tell where the cursor is. On GNOME under Wayland.",
    ),
  suggestWords: z
    .boolean()
    .describe(
      'For a minute, looks at what its user changes in a dictated text where its program tells (on GNOME), and offers to remember a corrected word.',
    ),
  spokenEnter: z.boolean().describe('"Press enter" at the end of a dictation presses the Enter key.'),
  shortcutToggle: shortcut.nullable().describe('Shortcut: starts and stops a dictation.'),
  shortcutPushToTalk: shortcut.nullable().describe('Shortcut: records while held.'),
  shortcutCancel: shortcut
    .nullable()
    .describe('Shortcut: discards the recording; registered only while recording.'),
  shortcutNextMode: shortcut.nullable().describe('Shortcut: makes the next mode the default.'),
  shortcutPasteLast: shortcut.nullable().describe('Shortcut: writes the last dictation again.'),
  shortcutEditSelection: shortcut.nullable().describe('Shortcut: records what to do with the selected text.'),
  shortcutSend: shortcut
    .nullable()
    .describe('Shortcut: starts and stops a dictation whose text is followed by Enter, see `sendPrograms`.'),
  moreShortcuts: z
    .array(moreShortcut)
    .max(20)
    .describe('Further shortcuts: more than one for an action, or one that dictates with a mode of its own.'),
  sendPrograms: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(limits.programCharacters)
        .overwrite((name) => visibleLine(name)),
    )
    .max(100)
    .describe(
      'The only programs in which Quoth presses Enter or Ctrl+Enter after a text by itself (`sendKey` of a mode, `shortcutSend`): their full names, case-insensitive.',
    ),
  language: z
    .enum(languageChoices)
    .describe(
      'Language of the window, the indicator, the tray and notifications; `system` follows the desktop.',
    ),
  appearance: z.enum(['system', 'light', 'dark']).describe('Light or dark; `system` follows the desktop.'),
  singleKeyShortcuts: z
    .boolean()
    .describe('Single-key shortcuts in the window, pressed without Ctrl, such as the space bar to record.'),
  endWithLastWindow: z.boolean().describe('The application exits when its last window is closed.'),
  firstStepsDone: z.boolean().describe('The first steps were shown in the window, or the user skipped them.'),
  rewritingOffered: z
    .boolean()
    .describe(
      'The window has offered to switch rewriting on, which it does once, when a language model is found.',
    ),
  engineReplaced: z
    .boolean()
    .describe(
      'An upgrade replaced the engine of modes or recordings of this user, and the window has not said so yet.',
    ),
} as const;

export const settings = z.object(settingFields).meta({ id: 'Settings' });
export type Settings = z.output<typeof settings>;

export const settingDefaults: Settings = {
  apiEnabled: false,
  apiFixedPort: null,
  apiContainerSocket: false,
  allowedFolders: null,
  saveApiTranscriptions: true,
  wyomingEnabled: false,
  wyomingPort: defaultWyomingPort,
  wyomingMode: null,
  saveWyomingTranscriptions: false,
  queueWaiting: limits.queueWaitingDefault,
  applicationIdleSeconds: 300,
  engineIdleSeconds: 300,
  engineMemoryMb: 4_096,
  engineDevice: 'auto',
  modelMirror: null,
  historyRetentionDays: null,
  keyStorage: 'secure-store',
  microphone: null,
  microphonePreRollMs: 0,
  indicatorSize: 'full',
  trayIcon: true,
  otherSound: 'keep',
  recordMeetings: false,
  soundCues: true,
  liveTextForPrograms: false,
  sharedTokenRecord: 'never',
  programsMayPurge: false,
  readWindowTitles: false,
  pasteIntoAnyWindow: false,
  accessibilityWhileRunning: false,
  suggestWords: true,
  spokenEnter: false,
  shortcutToggle: 'Ctrl+Alt+Space',
  shortcutPushToTalk: 'Ctrl+Alt+Shift+Space',
  shortcutCancel: 'Escape',
  shortcutNextMode: null,
  shortcutPasteLast: null,
  shortcutEditSelection: null,
  shortcutSend: null,
  moreShortcuts: [],
  sendPrograms: [],
  language: 'system',
  appearance: 'system',
  singleKeyShortcuts: true,
  endWithLastWindow: false,
  firstStepsDone: false,
  rewritingOffered: false,
  engineReplaced: false,
};

/** The setting that holds each action's shortcut. */
export const shortcutSettings = {
  toggle: 'shortcutToggle',
  pushToTalk: 'shortcutPushToTalk',
  cancel: 'shortcutCancel',
  nextMode: 'shortcutNextMode',
  pasteLast: 'shortcutPasteLast',
  editSelection: 'shortcutEditSelection',
  send: 'shortcutSend',
} as const satisfies Readonly<Record<ShortcutAction, keyof Settings>>;

/** Tried in turn on a fresh machine where another program already has the default. */
export const otherDefaultShortcuts = {
  toggle: ['Alt+Super+Space', 'Ctrl+Alt+Enter', 'Ctrl+Alt+F9'],
  pushToTalk: ['Alt+Shift+Super+Space', 'Ctrl+Alt+Shift+Enter', 'Ctrl+Alt+F10'],
} as const satisfies Partial<Readonly<Record<ShortcutAction, readonly string[]>>>;

/** Settings to change; the others stay unchanged. */
export const updateSettingsBody = z
  .object({
    apiEnabled: given(settingFields.apiEnabled),
    apiFixedPort: settingFields.apiFixedPort.optional(),
    apiContainerSocket: given(settingFields.apiContainerSocket),
    allowedFolders: settingFields.allowedFolders.optional(),
    saveApiTranscriptions: given(settingFields.saveApiTranscriptions),
    wyomingEnabled: given(settingFields.wyomingEnabled),
    wyomingPort: given(settingFields.wyomingPort),
    wyomingMode: settingFields.wyomingMode.optional(),
    saveWyomingTranscriptions: given(settingFields.saveWyomingTranscriptions),
    queueWaiting: given(settingFields.queueWaiting),
    applicationIdleSeconds: given(settingFields.applicationIdleSeconds),
    engineIdleSeconds: given(settingFields.engineIdleSeconds),
    engineMemoryMb: given(settingFields.engineMemoryMb),
    engineDevice: given(settingFields.engineDevice),
    modelMirror: settingFields.modelMirror.optional(),
    historyRetentionDays: settingFields.historyRetentionDays.optional(),
    keyStorage: given(settingFields.keyStorage),
    microphone: settingFields.microphone.optional(),
    microphonePreRollMs: given(settingFields.microphonePreRollMs),
    indicatorSize: given(settingFields.indicatorSize),
    trayIcon: given(settingFields.trayIcon),
    otherSound: given(settingFields.otherSound),
    recordMeetings: given(settingFields.recordMeetings),
    soundCues: given(settingFields.soundCues),
    liveTextForPrograms: given(settingFields.liveTextForPrograms),
    sharedTokenRecord: given(settingFields.sharedTokenRecord),
    programsMayPurge: given(settingFields.programsMayPurge),
    readWindowTitles: given(settingFields.readWindowTitles),
    pasteIntoAnyWindow: given(settingFields.pasteIntoAnyWindow),
    accessibilityWhileRunning: given(settingFields.accessibilityWhileRunning),
    suggestWords: given(settingFields.suggestWords),
    spokenEnter: given(settingFields.spokenEnter),
    shortcutToggle: settingFields.shortcutToggle.optional(),
    shortcutPushToTalk: settingFields.shortcutPushToTalk.optional(),
    shortcutCancel: settingFields.shortcutCancel.optional(),
    shortcutNextMode: settingFields.shortcutNextMode.optional(),
    shortcutPasteLast: settingFields.shortcutPasteLast.optional(),
    shortcutEditSelection: settingFields.shortcutEditSelection.optional(),
    shortcutSend: settingFields.shortcutSend.optional(),
    moreShortcuts: given(settingFields.moreShortcuts),
    sendPrograms: given(settingFields.sendPrograms),
    language: given(settingFields.language),
    appearance: given(settingFields.appearance),
    singleKeyShortcuts: given(settingFields.singleKeyShortcuts),
    endWithLastWindow: given(settingFields.endWithLastWindow),
    firstStepsDone: given(settingFields.firstStepsDone),
    rewritingOffered: given(settingFields.rewritingOffered),
    engineReplaced: given(settingFields.engineReplaced),
  })
  .meta({ id: 'UpdateSettings' });
export type UpdateSettingsBody = z.output<typeof updateSettingsBody>;

const app = { audience: 'app', needsToken: true, tag: 'Settings' } as const;

export const settingsRoutes = {
  getSettings: {
    method: 'GET',
    path: '/settings',
    ...app,
    summary: "The user's settings",
    returns: returnsOk({ settings }),
  },
  updateSettings: {
    method: 'PATCH',
    path: '/settings',
    ...app,
    summary: 'Change settings',
    body: jsonBody(updateSettingsBody),
    returns: returnsOk({ settings }),
  },
} as const satisfies Record<string, WrittenRoute>;
