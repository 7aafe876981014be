import * as z from 'zod';
import { given } from './fields.ts';
import { limits } from './limits.ts';

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
  /** The local API is on, this run and the next ones. */
  apiEnabled: z.boolean(),
  /** The port the user has fixed; null: the last one used, or a free one. */
  apiFixedPort: z.int().min(1024).max(65_535).nullable(),
  /** Folders whose files may be named in POST /transcribe; null: the default set. */
  allowedFolders: z.array(folder).max(100).nullable(),
  /** Keep audio and transcript of API transcriptions in the history unless the request says otherwise. */
  saveApiTranscriptions: z.boolean(),
  /** Transcriptions that may wait for a place at the engine. */
  queueWaiting: z.int().min(1).max(1_000),
  /** Seconds after which an idle engine gives its memory back; 0 keeps it loaded. */
  engineIdleSeconds: z.int().min(0).max(86_400),
  /** Megabytes an engine host may use beyond the size of its model's file before it is ended. */
  engineMemoryMb: z.int().min(256).max(1_048_576),
  /** Where neural models run; `auto` takes the best there is. A device that is set and not there is an error, never a silent change. */
  engineDevice: z.enum(['auto', 'cpu', 'metal', 'vulkan', 'cuda', 'rocm']),
  /** Base address that replaces the model hub's; null: the hub itself. */
  modelMirror: mirror.nullable(),
  /** Where providers' keys go on a machine without a secure store: nowhere, or into files that only this user can read. */
  keyStorage: z.enum(['secure-store', 'file']),
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
  engineIdleSeconds: 300,
  engineMemoryMb: 4_096,
  engineDevice: 'auto',
  modelMirror: null,
  keyStorage: 'secure-store',
};

/** Settings to change; the others stay. */
export const updateSettingsBody = z
  .object({
    apiEnabled: given(settingFields.apiEnabled),
    apiFixedPort: settingFields.apiFixedPort.optional(),
    allowedFolders: settingFields.allowedFolders.optional(),
    saveApiTranscriptions: given(settingFields.saveApiTranscriptions),
    queueWaiting: given(settingFields.queueWaiting),
    engineIdleSeconds: given(settingFields.engineIdleSeconds),
    engineMemoryMb: given(settingFields.engineMemoryMb),
    engineDevice: given(settingFields.engineDevice),
    modelMirror: settingFields.modelMirror.optional(),
    keyStorage: given(settingFields.keyStorage),
  })
  .meta({ id: 'UpdateSettings' });
export type UpdateSettingsBody = z.output<typeof updateSettingsBody>;
