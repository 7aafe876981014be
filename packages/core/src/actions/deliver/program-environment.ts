import { actionVariable } from '@quoth/contract';
import type { Delivery } from './delivery.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a program of the user's may need of the environment: where things are, who one is, which language, and how to show something on the screen. Nothing else: what
 * holds keys and tokens is set there under names that nobody can list, so that only known names pass.
 */
const ALLOWED = [
  'HOME',
  'PATH',
  'USER',
  'LOGNAME',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'LC_TIME',
  'TZ',
  'TMPDIR',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'XDG_CURRENT_DESKTOP',
  'XDG_SESSION_TYPE',
  'DBUS_SESSION_BUS_ADDRESS',
  // Windows
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATHEXT',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

/** The environment of an action's program: what it needs of ours, and about the recording everything but the text, which is on its standard input. */
export function programEnvironment(
  env: Environment,
  dataFolder: string,
  { runId, sequence, isTrial, recording }: Delivery<'program'>,
): Record<string, string> {
  const ours = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && ALLOWED.includes(process.platform === 'win32' ? name.toUpperCase() : name)
      ? [[name, value]]
      : [],
  );
  const { id, dateMs, duration, mode, language, source } = recording;
  return {
    ...Object.fromEntries(ours),
    // So that `quoth` in it reaches this Quoth, and says on whose behalf it calls.
    QUOTH_HOME: dataFolder,
    [actionVariable]: runId,
    QUOTH_ACTION_SEQUENCE: String(sequence),
    ...(isTrial && { QUOTH_ACTION_TRIAL: '1' }),
    QUOTH_RECORDING_ID: id,
    QUOTH_RECORDING_DATE: new Date(dateMs).toISOString(),
    QUOTH_RECORDING_DURATION: String(duration),
    QUOTH_RECORDING_MODE: (mode ?? '').replaceAll('\0', ''),
    QUOTH_RECORDING_LANGUAGE: language ?? '',
    QUOTH_RECORDING_SOURCE: source,
  };
}
