import * as z from 'zod';
import { given } from './fields.ts';
import { limits } from './limits.ts';
import { type ShortcutAction, shortcut } from './shortcuts.ts';

const folder = z.string().min(1).max(4_096);

/** Where models are downloaded from instead of the hub: its origin, and a path if need be. */
const mirror = z
  .string()
  .trim()
  .max(2_000)
  .refine(isMirror, 'Give an https address (or http on this machine) without user name, query and fragment.');

function isMirror(written: string): boolean {
  const url = URL.parse(written);
  if (url?.username !== '' || url.password !== '' || /[?#]/.test(written)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** True for a host name that means this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** The fields of the user's settings. */
export const settingFields = {
  apiEnabled: z.boolean().describe('The local API is on, this run and the next ones.'),
  apiFixedPort: z
    .int()
    .min(1024)
    .max(65_535)
    .nullable()
    .describe('The port the user has fixed; null: the last one used, or a free one.'),
  allowedFolders: z
    .array(folder)
    .max(100)
    .nullable()
    .describe('Folders whose files may be named in POST /transcribe; null: the default set.'),
  saveApiTranscriptions: z
    .boolean()
    .describe(
      'Keep audio and transcript of API transcriptions in the history unless the request says otherwise.',
    ),
  queueWaiting: z.int().min(1).max(1_000).describe('Transcriptions that may wait for a place at the engine.'),
  applicationIdleSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .describe(
      'Seconds after which an application that a command started ends, once nobody needs it; 0 lets it run.',
    ),
  engineIdleSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .describe('Seconds after which an idle engine gives its memory back; 0 keeps it loaded.'),
  engineMemoryMb: z
    .int()
    .min(256)
    .max(1_048_576)
    .describe("Megabytes an engine host may use beyond the size of its model's file before it is ended."),
  engineDevice: z
    .enum(['auto', 'cpu', 'metal', 'vulkan', 'cuda', 'rocm'])
    .describe(
      'Where neural models run; `auto` takes the best there is. A device that is set and not there is an error, never a silent change.',
    ),
  modelMirror: mirror
    .nullable()
    .describe("Base address that replaces the model hub's; null: the hub itself."),
  historyRetentionDays: z
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .describe('Recordings older than so many days go to the trash, once a day; null keeps them.'),
  keyStorage: z
    .enum(['secure-store', 'file'])
    .describe(
      "Where providers' keys go on a machine without a secure store: nowhere, or into files that only this user can read.",
    ),
  microphone: z
    .string()
    .min(1)
    .max(300)
    .nullable()
    .describe("The microphone to record from, by its name; null follows the system's default."),
  microphonePreRollMs: z
    .int()
    .min(0)
    .max(2_000)
    .describe(
      'Milliseconds of sound kept in memory before the key press; 0: the microphone is closed until then.',
    ),
  indicatorSize: z
    .enum(['full', 'small'])
    .describe('What is on the screen while a microphone is open; it can be small, but not away.'),
  trayIcon: z.boolean().describe('An icon with a menu in the tray of the desktop, where there is one.'),
  muteOtherSound: z.boolean().describe('The machine plays nothing while one records.'),
  soundCues: z.boolean().describe('A short sound when a recording begins and ends.'),
  liveTextForPrograms: z.boolean().describe('Programs may read the text of a dictation while one speaks.'),
  readWindowTitles: z
    .boolean()
    .describe('The rules of modes may look at the title of the window that one writes in; it is not kept.'),
  pasteIntoAnyWindow: z
    .boolean()
    .describe(
      'A dictation is written wherever the cursor is when its text is there, not only into the window in which it was spoken.',
    ),
  spokenEnter: z.boolean().describe('"Press enter" as the last words of a dictation presses the key.'),
  shortcutToggle: shortcut.nullable().describe('Key: begins a dictation, and ends it.'),
  shortcutPushToTalk: shortcut.nullable().describe('Key: records while it is held.'),
  shortcutCancel: shortcut.nullable().describe('Key: gives the recording up; taken only while one records.'),
  shortcutNextMode: shortcut.nullable().describe('Key: makes the next mode the default one.'),
  shortcutPasteLast: shortcut.nullable().describe('Key: writes the last dictation once more.'),
  shortcutEditSelection: shortcut
    .nullable()
    .describe('Key: records what is to be done with the selected text.'),
  appearance: z.enum(['system', 'light', 'dark']).describe('Light or dark; `system` follows the desktop.'),
  singleKeyShortcuts: z
    .boolean()
    .describe('Keys of the window that are pressed without Ctrl, such as the space bar to record.'),
  endWithLastWindow: z.boolean().describe('The application ends when its last window is closed.'),
  firstStepsDone: z.boolean().describe('The window has shown its first steps, or the user has skipped them.'),
} as const;

/** The user's settings. */
export const settings = z.object(settingFields).meta({ id: 'Settings' });
export type Settings = z.output<typeof settings>;

export const settingDefaults: Settings = {
  apiEnabled: false,
  apiFixedPort: null,
  allowedFolders: null,
  saveApiTranscriptions: true,
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
  muteOtherSound: false,
  soundCues: true,
  liveTextForPrograms: false,
  readWindowTitles: false,
  pasteIntoAnyWindow: false,
  spokenEnter: false,
  shortcutToggle: 'Ctrl+Alt+Space',
  shortcutPushToTalk: null,
  shortcutCancel: 'Escape',
  shortcutNextMode: null,
  shortcutPasteLast: null,
  shortcutEditSelection: null,
  appearance: 'system',
  singleKeyShortcuts: true,
  endWithLastWindow: false,
  firstStepsDone: false,
};

/** Where the key of each action is set. */
export const shortcutSettings = {
  toggle: 'shortcutToggle',
  pushToTalk: 'shortcutPushToTalk',
  cancel: 'shortcutCancel',
  nextMode: 'shortcutNextMode',
  pasteLast: 'shortcutPasteLast',
  editSelection: 'shortcutEditSelection',
} as const satisfies Readonly<Record<ShortcutAction, keyof Settings>>;

/** Settings to change; the others stay. */
export const updateSettingsBody = z
  .object({
    apiEnabled: given(settingFields.apiEnabled),
    apiFixedPort: settingFields.apiFixedPort.optional(),
    allowedFolders: settingFields.allowedFolders.optional(),
    saveApiTranscriptions: given(settingFields.saveApiTranscriptions),
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
    muteOtherSound: given(settingFields.muteOtherSound),
    soundCues: given(settingFields.soundCues),
    liveTextForPrograms: given(settingFields.liveTextForPrograms),
    readWindowTitles: given(settingFields.readWindowTitles),
    pasteIntoAnyWindow: given(settingFields.pasteIntoAnyWindow),
    spokenEnter: given(settingFields.spokenEnter),
    shortcutToggle: settingFields.shortcutToggle.optional(),
    shortcutPushToTalk: settingFields.shortcutPushToTalk.optional(),
    shortcutCancel: settingFields.shortcutCancel.optional(),
    shortcutNextMode: settingFields.shortcutNextMode.optional(),
    shortcutPasteLast: settingFields.shortcutPasteLast.optional(),
    shortcutEditSelection: settingFields.shortcutEditSelection.optional(),
    appearance: given(settingFields.appearance),
    singleKeyShortcuts: given(settingFields.singleKeyShortcuts),
    endWithLastWindow: given(settingFields.endWithLastWindow),
    firstStepsDone: given(settingFields.firstStepsDone),
  })
  .meta({ id: 'UpdateSettings' });
export type UpdateSettingsBody = z.output<typeof updateSettingsBody>;
